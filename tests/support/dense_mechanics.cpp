#include "support/dense_mechanics.hpp"

#include <cmath>

namespace carom::testing {

DenseMechanics::DenseMechanics(const Mechanism& m) : m_(m) {
  base_ = m.base.kind == BaseKind::free ? 2 : m.base.kind == BaseKind::slider ? 1 : 0;
  names_.push_back("t");
  for (std::size_t i = 0; i < m.links.size(); ++i) {
    index_[m.links[i].name] = static_cast<int>(i);
    names_.push_back("angle." + m.links[i].name);
    names_.push_back("rate." + m.links[i].name);
  }
  int next = base_ + links();
  for (const Surface& s : m.surfaces) {
    surface_[s.name] = static_cast<int>(&s - m.surfaces.data());
    body_.push_back(s.body ? next++ : -1);
    motion_.push_back({timed(s.motion ? s.motion->tangential : Formula{}),
                       timed(s.motion ? s.motion->normal : Formula{})});
  }
  freedom_ = next;
  for (const Torque& t : m.torques) torque_.push_back(input(t.value));
  for (const Force& f : m.forces) force_.push_back({input(f.value_x), input(f.value_y)});
  for (const Drive& d : m.drives) drive_.push_back(timed(d.angle));
  // How far anything reaches when stretched out.
  for (const Link& l : m.links) size_ += l.length;
  for (const Contact& c : m.contacts) size_ = std::max(size_, std::hypot(c.at.x, c.at.y));
  if (size_ == 0) size_ = 1;
}

DenseState DenseMechanics::at(const State& state) const {
  DenseState d;
  const Eigen::Map<const Vector> rates(state.velocities.data(), freedom_);
  d.inertia = Matrix::Zero(freedom_, freedom_);
  d.load = Vector::Zero(freedom_);
  const auto add_mass = [&](int link, Vec2 at, double mass) {
    const Point p = point(state, link, at);
    d.inertia += mass * p.jacobian.transpose() * p.jacobian;
    d.load +=
        mass * p.jacobian.transpose() * (Eigen::Vector2d(m_.gravity.x, m_.gravity.y) - p.drift);
  };
  for (int i = 0; i < links(); ++i) {
    const Link& l = m_.links[i];
    add_mass(i, l.com.value_or(Vec2{l.length / 2, 0}), l.mass);
    d.inertia(base_ + i, base_ + i) += l.inertia.value_or(l.mass * l.length * l.length / 12);
  }
  for (const PointMass& p : m_.masses) add_mass(index_.at(p.link), p.at, p.mass);
  if (m_.base.kind == BaseKind::slider) {
    const Vec2 along{std::cos(m_.base.direction), std::sin(m_.base.direction)};
    d.inertia(0, 0) += m_.base.mass;
    d.load[0] += m_.base.mass * dot(m_.gravity, along) - m_.base.stiffness * state.positions[0] -
                 m_.base.damping * rates[0];
  }
  for (std::size_t k = 0; k < m_.surfaces.size(); ++k) {
    if (body_[k] < 0) continue;
    const SurfaceBody& s = *m_.surfaces[k].body;
    const int i = body_[k];
    d.inertia(i, i) += s.mass;
    d.load[i] += s.mass * dot(m_.gravity, Vec2{std::cos(s.direction), std::sin(s.direction)}) -
                 s.stiffness * state.positions[i] - s.damping * rates[i];
  }
  add_inputs(state, rates, d.load);
  add_contacts(state, rates, d);
  add_drives(state, d);
  solve(d);
  return d;
}

double DenseMechanics::kinetic_energy(const State& state) const {
  const Eigen::Map<const Vector> rates(state.velocities.data(), freedom_);
  return 0.5 * rates.dot(at(state).inertia * rates);
}

Vec2 DenseMechanics::place(const State& state, int link, Vec2 local) const {
  const Eigen::Vector2d x = point(state, link, local).place;
  return {x[0], x[1]};
}

Expression DenseMechanics::timed(const Formula& f) const {
  const std::vector<std::string> t{"t"};
  return parsed_expression(f.text, t, m_.parameters).expression;
}

Expression DenseMechanics::input(const Formula& f) const {
  return parsed_expression(f.text, names_, m_.parameters).expression;
}

bool DenseMechanics::takes_part(int contact, const State& state, const DenseState& there) const {
  const std::optional<Formula>& active = m_.contacts[contact].active;
  if (!active) return true;
  std::vector<std::string> names{"t"};
  std::vector<double> values{state.time};
  const auto add = [&](const std::string& name, double value) {
    names.push_back(name);
    values.push_back(value);
  };
  for (const auto& [name, link] : index_) {
    add("angle." + name, state.positions[base_ + link]);
    add("rate." + name, state.velocities[base_ + link]);
  }
  if (base_ == 1) {
    add("displacement", state.positions[0]);
    add("velocity", state.velocities[0]);
  }
  for (int i = 0; base_ == 2 && i < 2; ++i) {
    const std::string axis = i == 0 ? "x" : "y";
    add("position." + axis, state.positions[i]);
    add("velocity." + axis, state.velocities[i]);
  }
  for (int k = 0; k < contacts(); ++k) add("gap." + m_.contacts[k].name, there.gap[k]);
  for (const auto& [name, surface] : surface_)
    if (body_[surface] >= 0) add("surface." + name, state.positions[body_[surface]]);
  const Expression formula = parsed_expression(active->text, names, m_.parameters).expression;
  return formula(std::span<const double>(values)) > 0;
}

Timed DenseMechanics::value(const Expression& e, double t) {
  using Second = Dual<Dual<double>>;
  const Second now{Dual<double>(t, {1.0}), {Dual<double>(1.0)}};
  const Second d = e(std::span<const Second>(&now, 1));
  return {d.value.value, d.value.slope[0], d.slope[0].slope[0]};
}

int DenseMechanics::parent(int link) const {
  const Link& l = m_.links[link];
  if (!l.parent) return link - 1;
  return *l.parent == "base" ? -1 : index_.at(*l.parent);
}

DenseMechanics::Point DenseMechanics::point(const State& state, int link, Vec2 local) const {
  Point p;
  p.place = {m_.base.position.x, m_.base.position.y};
  p.drift.setZero();
  p.jacobian.setZero(2, freedom_);
  if (m_.base.kind == BaseKind::free) {
    p.place = {state.positions[0], state.positions[1]};
    p.jacobian(0, 0) = p.jacobian(1, 1) = 1;
  } else if (m_.base.kind == BaseKind::slider) {
    const Eigen::Vector2d along(std::cos(m_.base.direction), std::sin(m_.base.direction));
    p.place += state.positions[0] * along;
    p.jacobian.col(0) = along;
  }
  for (int i = link; i >= 0; i = parent(i)) {
    const double angle = state.positions[base_ + i];
    const double rate = state.velocities[base_ + i];
    const double c = std::cos(angle), s = std::sin(angle);
    const Eigen::Vector2d arm(c * local.x - s * local.y, s * local.x + c * local.y);
    p.place += arm;
    p.jacobian.col(base_ + i) = Eigen::Vector2d(-arm[1], arm[0]);
    p.drift -= rate * rate * arm;
    const int up = parent(i);
    if (up >= 0) local = m_.links[i].at.value_or(Vec2{m_.links[up].length, 0});
  }
  return p;
}

void DenseMechanics::add_inputs(const State& state, const Vector& rates, Vector& load) const {
  const auto couple = [&](const std::string& link, const std::optional<std::string>& against,
                          double torque) {
    load[base_ + index_.at(link)] += torque;
    if (against) load[base_ + index_.at(*against)] -= torque;
  };
  for (const Spring& s : m_.springs) {
    const int i = base_ + index_.at(s.link);
    double angle = state.positions[i] - s.rest;
    double rate = rates[i];
    if (s.against) {
      angle -= state.positions[base_ + index_.at(*s.against)];
      rate -= rates[base_ + index_.at(*s.against)];
    }
    couple(s.link, s.against, -s.stiffness * angle - s.damping * rate);
  }
  std::vector<double> seen{state.time};
  for (int i = 0; i < links(); ++i) {
    seen.push_back(state.positions[base_ + i]);
    seen.push_back(rates[base_ + i]);
  }
  const std::span<const double> variables(seen);
  for (std::size_t k = 0; k < m_.torques.size(); ++k)
    couple(m_.torques[k].link, m_.torques[k].against, torque_[k](variables));
  for (std::size_t k = 0; k < m_.forces.size(); ++k) {
    const Point p = point(state, index_.at(m_.forces[k].link), m_.forces[k].at);
    load +=
        p.jacobian.transpose() * Eigen::Vector2d(force_[k][0](variables), force_[k][1](variables));
  }
}

DenseMechanics::Lowest DenseMechanics::lowest(const Outline& o, double angle) {
  if (o.kind == OutlineKind::disc) return {0, o.radius, o.radius};
  if (o.kind != OutlineKind::ellipse) return {};
  // In the ellipse's axes the direction to the surface is −n = (−sin, −cos).
  const double a = o.semi_axes.x, b = o.semi_axes.y;
  const double dx = -std::sin(angle), dy = -std::cos(angle);
  const double reach = std::hypot(a * dx, b * dy);
  const double x = a * a * dx / reach, y = b * b * dy / reach;
  return {x * std::cos(angle) - y * std::sin(angle), reach, a * a * b * b / std::pow(reach, 3)};
}

void DenseMechanics::add_contacts(const State& state, const Vector& rates, DenseState& d) const {
  const int c = contacts();
  d.jacobian = Matrix::Zero(2 * c, freedom_);
  d.drift = Vector::Zero(2 * c);
  d.gap = Vector::Zero(c);
  Vector own = Vector::Zero(2 * c);
  for (int k = 0; k < c; ++k) {
    const Contact& contact = m_.contacts[k];
    const int place = surface_.at(contact.surface);
    const Surface& s = m_.surfaces[place];
    const int link = index_.at(contact.link);
    const Vec2 centre = contact.outline.kind == OutlineKind::point
                            ? contact.at
                            : contact.outline.centre.value_or(contact.at);
    const Point p = point(state, link, centre);
    const Eigen::Vector2d t(std::cos(s.angle), std::sin(s.angle));
    const Eigen::Vector2d n(-t[1], t[0]);
    const Lowest low =
        lowest(contact.outline, state.positions[base_ + link] + contact.outline.angle - s.angle);
    const double rate = rates[base_ + link];
    d.gap[k] = n.dot(p.place - Eigen::Vector2d(s.point.x, s.point.y)) - low.height;
    d.jacobian.row(2 * k) = t.transpose() * p.jacobian;
    d.jacobian.row(2 * k + 1) = n.transpose() * p.jacobian;
    // A material point at r moves with ω × r; r itself wanders with h″ = ρ − h.
    d.jacobian(2 * k, base_ + link) += low.height;
    d.jacobian(2 * k + 1, base_ + link) += low.along;
    d.drift[2 * k] = t.dot(p.drift) - low.along * rate * rate;
    d.drift[2 * k + 1] = n.dot(p.drift) - (low.radius - low.height) * rate * rate;
    if (body_[place] >= 0) {
      const double direction = s.body->direction;
      const Eigen::Vector2d along(std::cos(direction), std::sin(direction));
      d.gap[k] -= n.dot(along) * state.positions[body_[place]];
      d.jacobian(2 * k, body_[place]) -= t.dot(along);
      d.jacobian(2 * k + 1, body_[place]) -= n.dot(along);
    }
    if (s.motion) {
      const Timed tangential = value(motion_[place][0], state.time);
      const Timed normal = value(motion_[place][1], state.time);
      d.gap[k] -= normal.value;
      own[2 * k] = tangential.rate;
      own[2 * k + 1] = normal.rate;
      d.drift[2 * k] -= tangential.acceleration;
      d.drift[2 * k + 1] -= normal.acceleration;
    }
  }
  d.velocity = d.jacobian * rates - own;
}

void DenseMechanics::add_drives(const State& state, DenseState& d) const {
  const int count = static_cast<int>(m_.drives.size());
  d.driven = Matrix::Zero(count, freedom_);
  d.driven_error = d.driven_rate = d.driven_beyond = Vector::Zero(count);
  for (int k = 0; k < count; ++k) {
    const int i = base_ + index_.at(m_.drives[k].link);
    const Timed wanted = value(drive_[k], state.time);
    d.driven(k, i) = 1;
    d.driven_error[k] = state.positions[i] - wanted.value;
    if (m_.drives[k].against) {
      const int j = base_ + index_.at(*m_.drives[k].against);
      d.driven(k, j) = -1;
      d.driven_error[k] -= state.positions[j];
    }
    d.driven_rate[k] = wanted.rate;
    d.driven_beyond[k] = wanted.acceleration;
  }
}

void DenseMechanics::solve(DenseState& d) {
  const int n = static_cast<int>(d.inertia.rows());
  Matrix basis = Matrix::Identity(n, n);
  Vector particular = Vector::Zero(n);
  if (d.driven.rows() > 0) {
    const Eigen::FullPivLU<Matrix> lu(d.driven);
    basis = lu.kernel();
    if (lu.rank() == n) basis.resize(n, 0);
    particular = d.driven.completeOrthogonalDecomposition().solve(d.driven_beyond);
  }
  d.mobility = Matrix::Zero(n, n);
  d.free = particular;
  if (basis.cols() > 0) {
    const Eigen::LDLT<Matrix> reduced(basis.transpose() * d.inertia * basis);
    d.mobility = basis * reduced.solve(basis.transpose());
    d.free += d.mobility * (d.load - d.inertia * particular);
  }
  d.contact_mobility = d.jacobian * d.mobility * d.jacobian.transpose();
  d.free_rates = d.jacobian * d.free + d.drift;
}

}  // namespace carom::testing
