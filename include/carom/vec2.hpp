#pragma once

/// carom/vec2.hpp
///
/// A vector in the plane, x to the right and y up, on any scalar.
///
///     perpendicular(a) = (−a_y, a_x)       a turned by +90°: ω × a = ω·perpendicular(a)
///     cross(a, b)      = a_x b_y − a_y b_x  the torque of a force b at arm a
///
/// Threads: plain data; safe on any.

namespace carom {

template <class T>
struct Vec2T {
  T x{};
  T y{};

  constexpr Vec2T& operator+=(const Vec2T& o) {
    x += o.x;
    y += o.y;
    return *this;
  }
  constexpr Vec2T& operator-=(const Vec2T& o) {
    x -= o.x;
    y -= o.y;
    return *this;
  }
  friend constexpr Vec2T operator+(Vec2T a, const Vec2T& b) { return a += b; }
  friend constexpr Vec2T operator-(Vec2T a, const Vec2T& b) { return a -= b; }
  friend constexpr Vec2T operator-(const Vec2T& a) { return {-a.x, -a.y}; }
  friend constexpr Vec2T operator*(const T& s, const Vec2T& a) { return {s * a.x, s * a.y}; }
  friend constexpr bool operator==(const Vec2T&, const Vec2T&) = default;
};

using Vec2 = Vec2T<double>;

template <class T>
constexpr T dot(const Vec2T<T>& a, const Vec2T<T>& b) {
  return a.x * b.x + a.y * b.y;
}

template <class T>
constexpr T cross(const Vec2T<T>& a, const Vec2T<T>& b) {
  return a.x * b.y - a.y * b.x;
}

template <class T>
constexpr Vec2T<T> perpendicular(const Vec2T<T>& a) {
  return {-a.y, a.x};
}

/// The vector `local` = (along, across), written in a frame whose first axis is the unit vector
/// `direction`, in world axes. The local part may be plain numbers while the direction carries
/// derivatives.
template <class T, class S>
constexpr Vec2T<T> rotated(const Vec2T<S>& local, const Vec2T<T>& direction) {
  return {local.x * direction.x - local.y * direction.y,
          local.x * direction.y + local.y * direction.x};
}

}  // namespace carom
