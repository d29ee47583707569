#include "dynamics/contact_space.hpp"

#include "base/dual.hpp"

namespace carom {

template <class T>
ContactSpace<T>::ContactSpace(const Tree& tree)
    : pose_(tree),
      factors_(tree),
      loads_(tree),
      jump_(tree),
      frames_(tree.contacts.size()),
      plan_(tree),
      recursion_(tree),
      drives_(tree),
      held_(tree.drives.size()) {}

template <class T>
bool ContactSpace<T>::compute(const Tree& tree, std::span<const T> positions, const T& time,
                              std::span<const int> contacts, std::span<T> w) {
  contacts_.assign(contacts.begin(), contacts.end());
  place(tree, positions, pose_);
  factorize(tree, pose_, factors_);
  if (!factors_.regular) return false;
  frame_contacts(tree, pose_, positions, time, std::span(frames_));
  const std::span<const ContactFrame<T>> frames(frames_);
  plan_.choose(tree, contacts_);
  recursion_.compute(tree, pose_, factors_, plan_, frames, w);
  if (!drives_.any()) return true;
  if (!drives_.prepare(tree, pose_, factors_)) return false;
  drives_.reduce(frames, contacts_, w);
  return true;
}

template <class T>
void ContactSpace<T>::load(std::span<const T> impulse) {
  loads_.clear();
  for (std::size_t i = 0; i < contacts_.size(); ++i)
    load_contact(frames_[contacts_[i]], impulse[2 * i], impulse[2 * i + 1], loads_);
}

template <class T>
void ContactSpace<T>::strike(const Tree& tree, std::span<const T> impulse) {
  load(impulse);
  if (drives_.any()) {
    respond(tree, pose_, factors_, loads_, jump_);
    const std::span<const T> needed = drives_.couples(tree, jump_, held_);
    couples_.assign(needed.begin(), needed.end());
    load(impulse);
    drives_.add(tree, couples_, loads_);
  }
  respond(tree, pose_, factors_, loads_, jump_);
}

template class ContactSpace<double>;
template class ContactSpace<Dual<double>>;

}  // namespace carom
