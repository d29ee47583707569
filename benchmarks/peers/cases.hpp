#pragma once

/// The impacts that every peer is given: bodies of 1 m, 1 kg and 1/12 kg m² joined at their ends,
/// in the plane, without gravity, on a level floor at height 0.

/// In C++17, because the headers of some peers are not C++20: what Carom's own headers are needed
/// for is in cases.cpp.

#include <cmath>
#include <string>
#include <vector>

namespace peers {

struct Vec2 {
  double x = 0, y = 0;
};
inline Vec2 operator+(Vec2 a, Vec2 b) {
  return {a.x + b.x, a.y + b.y};
}
inline Vec2 operator-(Vec2 a, Vec2 b) {
  return {a.x - b.x, a.y - b.y};
}
inline Vec2 operator*(double s, Vec2 a) {
  return {s * a.x, s * a.y};
}
inline double dot(Vec2 a, Vec2 b) {
  return a.x * b.x + a.y * b.y;
}
inline Vec2 perpendicular(Vec2 a) {
  return {-a.y, a.x};
}

struct Body {
  int parent = -1;
  bool at_far_end = true;        ///< of the parent
  double angle = 0;              ///< rad
  double rate = 0;               ///< rad/s
  Vec2 near_end, centre;         ///< m
  Vec2 near_velocity, velocity;  ///< m/s; of the near end, of the centre
};

struct Touch {
  int body = 0;
  bool far_end = true;
};

struct Case {
  std::string name;
  std::vector<double> positions, velocities;  ///< x, y of the first near end, then angles
  std::vector<Body> bodies;
  std::vector<Touch> contacts;  ///< the last one strikes
  double friction = 0.5;
  double restitution = 0.9;

  int links() const { return static_cast<int>(bodies.size()); }
};

inline constexpr double contact_radius = 0.05;  ///< m; of the spheres that peers touch with

inline Vec2 direction(double angle) {
  return {std::cos(angle), std::sin(angle)};
}

/// Fills positions and velocities of the bodies from angles, rates and the first near end.
inline void place(std::vector<Body>& bodies, Vec2 base, Vec2 base_velocity) {
  for (Body& body : bodies) {
    body.near_end = base;
    body.near_velocity = base_velocity;
    if (body.parent >= 0) {
      const Body& parent = bodies[static_cast<std::size_t>(body.parent)];
      body.near_end = parent.near_end;
      body.near_velocity = parent.near_velocity;
      if (body.at_far_end) {
        body.near_end = body.near_end + direction(parent.angle);
        body.near_velocity =
            body.near_velocity + parent.rate * perpendicular(direction(parent.angle));
      }
    }
    body.centre = body.near_end + 0.5 * direction(body.angle);
    body.velocity = body.near_velocity + 0.5 * body.rate * perpendicular(direction(body.angle));
  }
}

inline Vec2 end_velocity(const Body& body, bool far_end) {
  const double arm = far_end ? 0.5 : -0.5;
  return body.velocity + arm * body.rate * perpendicular(direction(body.angle));
}

/// The centre of a contact's sphere in its body's frame, from the body's centre: its lowest point
/// is the contact.
inline Vec2 sphere_centre(const Case& c, const Touch& touch) {
  const Body& body = c.bodies[static_cast<std::size_t>(touch.body)];
  const Vec2 e = direction(body.angle);
  const Vec2 up{0, contact_radius};
  return Vec2{(touch.far_end ? 0.5 : -0.5) + dot(up, e), dot(up, perpendicular(e))};
}

inline double kinetic_energy(const std::vector<Body>& bodies) {
  double energy = 0;
  for (const Body& b : bodies)
    energy += 0.5 * dot(b.velocity, b.velocity) + 0.5 / 12 * b.rate * b.rate;
  return energy;
}

/// "one": three links; "links": 4 to 4,096; "contacts": 2 to 64; anything else: all of them.
std::vector<Case> chosen_cases(const std::string& which);

/// The bodies after the impact by a law of Carom's; none where it has no answer.
std::vector<Body> exact(const Case& c, const std::string& law);

}  // namespace peers
