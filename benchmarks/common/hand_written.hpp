#pragma once

/// What one impact of one mechanism costs when everything about it is known beforehand: a chain of
/// n equal rods (1 m, 1 kg), a contact at either end on a level floor, modes known. No parameters,
/// no checks but the modes' own, no energies, no account. Two variants: `strike` is given unit
/// vectors and velocities of mass centres and leaves the latter; `strike_state` has what Carom has,
/// angles and rates in and generalized velocities out. The benchmarks give times as multiples of
/// the second.
///
/// Pieces of the chain have two ends; [P Q; Qᵀ R] is the velocity of the near and the far end per
/// impulse on them. A rod with unit vector e and n = e⊥ has P = R = 1 + 3nnᵀ, Q = 1 − 3nnᵀ. Joining
/// a rod (p, q) at the far end, the impulse in the joint is (R + p)⁻¹(Qᵀf − q f′), and
///
///     P ← P − Q(R + p)⁻¹Qᵀ,   Q ← Q(R + p)⁻¹q,   R ← p − q(R + p)⁻¹q.

#include <cmath>
#include <vector>

namespace carom::benchmarks {

struct RodChain {
  std::vector<double> c, s;       ///< unit vectors
  std::vector<double> vx, vy, w;  ///< of mass centres; rates
  std::vector<double> transfer;   ///< eight numbers a joint: its impulse from those at the ends
  explicit RodChain(int n) : c(n), s(n), vx(n), vy(n), w(n), transfer(8 * n) {}

  /// The impact by Newton's restitution in which the far contact sticks and the near one sticks or
  /// is let go; true where that is consistent.
  bool strike(double friction, double restitution, bool near_sticks);

  /// The same with the state in the order of carom::State: the first end's x and y, then a number a
  /// rod. `after` gets the velocities after.
  bool strike_state(const double* positions, const double* velocities, double friction,
                    double restitution, bool near_sticks, double* after);
};

inline bool RodChain::strike(double friction, double restitution, bool near_sticks) {
  const int n = static_cast<int>(c.size());
  const auto last = static_cast<std::size_t>(n - 1);
  double x = 3 * s[0] * s[0], y = -3 * s[0] * c[0], z = 3 * c[0] * c[0];
  double pxx = 1 + x, pxy = y, pyy = 1 + z;             // P
  double qxx = 1 - x, qxy = -y, qyx = -y, qyy = 1 - z;  // Q
  double rxx = pxx, rxy = pxy, ryy = pyy;               // R
  for (int k = 1; k < n; ++k) {
    x = 3 * s[k] * s[k], y = -3 * s[k] * c[k], z = 3 * c[k] * c[k];
    const double axx = 1 + x, ayy = 1 + z, bxx = 1 - x, bxy = -y, byy = 1 - z;
    const double sxx = rxx + axx, sxy = rxy + y, syy = ryy + ayy;
    const double d = 1 / (sxx * syy - sxy * sxy);
    const double hxx = syy * bxx - sxy * bxy, hxy = syy * bxy - sxy * byy;
    const double hyx = sxx * bxy - sxy * bxx, hyy = sxx * byy - sxy * bxy;
    const double gxx = syy * qxx - sxy * qxy, gxy = syy * qyx - sxy * qyy;
    const double gyx = sxx * qxy - sxy * qxx, gyy = sxx * qyy - sxy * qyx;
    pxx -= (qxx * gxx + qxy * gyx) * d;
    pxy -= (qxx * gxy + qxy * gyy) * d;
    pyy -= (qyx * gxy + qyy * gyy) * d;
    const double oxx = qxx, oyx = qyx;
    qxx = (oxx * hxx + qxy * hyx) * d;
    qyx = (oyx * hxx + qyy * hyx) * d;
    qxy = (oxx * hxy + qxy * hyy) * d;
    qyy = (oyx * hxy + qyy * hyy) * d;
    rxx = axx - (bxx * hxx + bxy * hyx) * d;
    rxy = y - (bxx * hxy + bxy * hyy) * d;
    ryy = ayy - (bxy * hxy + byy * hyy) * d;
    double* const t = &transfer[8 * static_cast<std::size_t>(k - 1)];
    t[0] = gxx * d, t[1] = gxy * d, t[2] = gyx * d, t[3] = gyy * d;
    t[4] = hxx * d, t[5] = hxy * d, t[6] = hyx * d, t[7] = hyy * d;
  }
  // The far contact sticks and rebounds, the near one sticks or is let go.
  const double tx = vx[last] - 0.5 * w[last] * s[last];
  const double ty = (1 + restitution) * (vy[last] + 0.5 * w[last] * c[last]);
  double px = 0, py = 0, far_x = 0, far_y = 0;
  bool consistent = false;
  if (near_sticks) {
    // (P Q; Qᵀ R)(p, f) = −(v, v_e): eliminate p, then f from R − QᵀP⁻¹Q.
    const double ux = vx[0] + 0.5 * w[0] * s[0], uy = vy[0] - 0.5 * w[0] * c[0];
    const double det = 1 / (pxx * pyy - pxy * pxy);
    const double gxx = (pyy * qxx - pxy * qyx) * det, gxy = (pyy * qxy - pxy * qyy) * det;
    const double gyx = (pxx * qyx - pxy * qxx) * det, gyy = (pxx * qyy - pxy * qxy) * det;
    const double hx = (pyy * ux - pxy * uy) * det, hy = (pxx * uy - pxy * ux) * det;
    const double mxx = rxx - qxx * gxx - qyx * gyx, mxy = rxy - qxx * gxy - qyx * gyy;
    const double myy = ryy - qxy * gxy - qyy * gyy;
    const double bx = tx - qxx * hx - qyx * hy, by = ty - qxy * hx - qyy * hy;
    const double inverse = 1 / (mxx * myy - mxy * mxy);
    far_x = (mxy * by - myy * bx) * inverse;
    far_y = (mxy * bx - mxx * by) * inverse;
    px = -hx - gxx * far_x - gxy * far_y;
    py = -hy - gyx * far_x - gyy * far_y;
    consistent = py >= 0 && std::abs(px) <= friction * py;
  } else {
    const double inverse = 1 / (rxx * ryy - rxy * rxy);
    far_x = (rxy * ty - ryy * tx) * inverse;
    far_y = (rxy * tx - rxx * ty) * inverse;
    consistent = vy[0] - 0.5 * w[0] * c[0] + qyx * far_x + qyy * far_y >= 0;
  }
  double ex = far_x, ey = far_y;
  for (int k = n - 1; k >= 0; --k) {
    double gx = px, gy = py;
    if (k > 0) {
      const double* const t = &transfer[8 * static_cast<std::size_t>(k - 1)];
      gx = t[0] * px + t[1] * py - (t[4] * ex + t[5] * ey);
      gy = t[2] * px + t[3] * py - (t[6] * ex + t[7] * ey);
    }
    vx[k] += gx + ex;
    vy[k] += gy + ey;
    w[k] += 6 * (c[k] * (ey - gy) - s[k] * (ex - gx));
    ex = -gx, ey = -gy;
  }
  return consistent && far_y >= 0 && std::abs(far_x) <= friction * far_y;
}

inline bool RodChain::strike_state(const double* positions, const double* velocities,
                                   double friction, double restitution, bool near_sticks,
                                   double* after) {
  const std::size_t n = c.size();
  for (std::size_t k = 0; k < n; ++k) {
    const double angle = positions[2 + k];
    c[k] = std::cos(angle);
    s[k] = std::sin(angle);
  }
  double x = velocities[0], y = velocities[1];  // of the joint
  for (std::size_t k = 0; k < n; ++k) {
    w[k] = velocities[2 + k];
    const double half_x = -0.5 * w[k] * s[k], half_y = 0.5 * w[k] * c[k];
    vx[k] = x + half_x;
    vy[k] = y + half_y;
    x = vx[k] + half_x;
    y = vy[k] + half_y;
  }
  const bool consistent = strike(friction, restitution, near_sticks);
  after[0] = vx[0] + 0.5 * w[0] * s[0];
  after[1] = vy[0] - 0.5 * w[0] * c[0];
  for (std::size_t k = 0; k < n; ++k) after[2 + k] = w[k];
  return consistent;
}

}  // namespace carom::benchmarks
