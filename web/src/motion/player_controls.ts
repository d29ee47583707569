/** What a motion is played with: buttons, the slider of time with the events on its way, choices. */
import { speeds, type Clock } from "../figures/clock";
import { h, newId, tag } from "../base/dom";
import { number } from "../base/format";
import type { MotionModel } from "./motion_model";
import type { MotionPicture } from "./motion_picture";

/** An element, and what brings it up to date. */
export interface Live {
  element: HTMLElement;
  update: () => void;
}

/** Where events are, on the way of the slider. */
function eventMarks(model: MotionModel): HTMLElement {
  const span = model.last - model.first || 1;
  const places = new Map<number, boolean>(); // in thousandths; whether an impact is there
  for (const { time, kind } of model.section.events) {
    const place = Math.round((1000 * (time - model.first)) / span);
    places.set(place, places.get(place) || kind === "impact");
  }
  const marks = h("div", { class: "event-marks", "aria-hidden": "true" });
  marks.innerHTML = tag(
    "svg",
    { viewBox: "0 0 1000 10", preserveAspectRatio: "none" },
    [...places]
      .map(([x, impact]) =>
        tag("line", { x1: x, x2: x, y1: impact ? 0 : 4, y2: 10, class: impact ? "impact" : "other" }),
      )
      .join(""),
  );
  return marks;
}

export function playerControls(
  model: MotionModel,
  clock: Clock,
  picture: MotionPicture,
  does: { step: (by: 1 | -1) => void; follow: (follow: boolean) => void },
): Live {
  const button = (words: string, key: string, sign: string, action: () => void): HTMLButtonElement =>
    h(
      "button",
      { type: "button", "aria-label": words, title: `${words} (${key})`, click: action },
      sign,
    );
  const events = model.section.events.length > 0;
  const play = button("Play", "Space", "", () => clock.toggle());
  play.classList.add("play");
  const id = newId("time");
  const output = h("output", { for: id, class: "slider-value" });
  const slider = h("input", {
    type: "range",
    id,
    class: "slider",
    min: 0,
    max: 1000,
    step: 1,
    "aria-label": "Time",
  });
  const span = clock.end - clock.start;
  slider.addEventListener("input", () =>
    clock.go(clock.start + (Number(slider.value) / 1000) * span),
  );
  const speed = h(
    "select",
    { "aria-label": "Speed" },
    ...speeds.map((s) => h("option", { value: s }, `${s}×`)),
  );
  speed.addEventListener("change", () => clock.store.set({ speed: Number(speed.value) }));
  const loop = h("input", { type: "checkbox" });
  loop.addEventListener("change", () => clock.store.set({ loop: loop.checked }));
  const follow = h("input", { type: "checkbox", checked: picture.follow });
  follow.addEventListener("change", () => does.follow(follow.checked));
  const update = (): void => {
    const { time, playing } = clock.state;
    const words = playing ? "Pause" : "Play";
    play.textContent = words;
    play.setAttribute("aria-label", words);
    play.title = `${words} (Space)`;
    // Digits do not jump about while it plays.
    const decimals = Math.max(0, Math.min(12, 3 - Math.floor(Math.log10(span || 1))));
    output.textContent = `${playing ? time.toFixed(decimals) : number(time, 9)} s`;
    output.dataset["seconds"] = String(time);
    slider.value = String(span > 0 ? (1000 * (time - clock.start)) / span : 0);
    slider.setAttribute("aria-valuetext", `t = ${number(time, 6)} s`);
    speed.value = String(clock.state.speed);
    loop.checked = clock.state.loop;
    follow.checked = picture.follow;
  };
  const element = h(
    "div",
    { class: "player" },
    h(
      "div",
      { class: "player-row" },
      events && button("Previous event", "P", "◂ event", () => does.step(-1)),
      play,
      events && button("Next event", "N", "event ▸", () => does.step(1)),
      output,
      h("label", { class: "choice" }, "speed ", speed),
      h("label", { class: "chip" }, loop, "loop"),
      picture.wanders && h("label", { class: "chip" }, follow, "go with the bodies"),
    ),
    h("div", { class: "way" }, slider, eventMarks(model)),
  );
  return { element, update };
}
