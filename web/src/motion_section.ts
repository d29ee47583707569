/** A motion on the screen: the mechanism, its player, its events, and a figure beside it. */
import { speeds, type Clock } from "./clock";
import { h, newId, say, tag } from "./dom";
import { figureParts } from "./figure_section";
import { number, plural } from "./format";
import { frame, type Frame } from "./frame";
import type { MotionModel } from "./motion_model";
import { MotionPicture, type Flash } from "./motion_picture";
import { currentTheme, palettes } from "./palette";
import type { Store } from "./store";
import type { PageState } from "./view";

const keys =
  "Space plays and pauses; left and right arrow keys go one frame back and on, with Shift ten; N and " +
  "P go to the next and the previous event; Home and End go to the ends; plus and minus change the " +
  "speed; L loops; F goes with the bodies or shows their whole path.";

/** How long an impulse is seen, ms. */
const flashTime = 450;
/** Frames on paper. */
const printed = 6;

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

class Player {
  readonly element: HTMLElement;
  readonly #picture: MotionPicture;
  readonly #frame: Frame;
  readonly #live = h("p", { class: "unseen", role: "status", "aria-live": "polite" });
  readonly #entries: HTMLButtonElement[];
  readonly #list: HTMLElement;
  #flashes: { contact: number; impulse: [number, number]; began: number }[] = [];
  #shownTime = NaN;
  #current = -1;
  #saying = 0;

  constructor(
    readonly model: MotionModel,
    readonly page: Store<PageState>,
    readonly name: string,
    readonly clock: Clock,
  ) {
    this.#picture = new MotionPicture(model);
    this.#frame = frame({
      title: "Mechanism",
      file: `${name}-mechanism`,
      svg: () => this.#svg(),
      keys,
    });
    this.#frame.element.dataset["figure"] = "motion";
    this.#frame.stage.after(this.#controls(), this.#contactsNow());
    this.#entries = this.#eventEntries();
    this.#list = h("ol", { class: "events" }, ...this.#entries.map((entry) => h("li", {}, entry)));
    this.element = this.#section();
    this.element.addEventListener("keydown", (event) => this.#key(event));
    clock.store.on(null, () => this.#update());
    page.on(null, () => this.#draw());
    window.addEventListener("beforeprint", () => this.#print());
    new ResizeObserver(() => {
      const width = Math.round(this.#frame.stage.clientWidth);
      if (width < 100 || width === this.#picture.width) return;
      this.#picture.resize(width);
      this.#draw();
    }).observe(this.#frame.stage);
    this.#update();
    this.#playOnce();
  }

  /** Plays when it is first seen, unless the reader prefers stillness or is at it already. */
  #playOnce(): void {
    if (window.matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (!entries.some((entry) => entry.isIntersecting)) return;
        observer.disconnect();
        if (this.clock.state.time === this.clock.start) this.clock.play();
      },
      { threshold: 0.6 },
    );
    observer.observe(this.#frame.stage);
  }

  #svg(): string {
    const { time } = this.clock.state;
    const title = `${this.model.section.title}, t = ${number(time, 6)} s`;
    return this.#picture.svg(time, this.#flashesNow(), palettes.light, title);
  }

  #print(): void {
    const { first, last } = this.model;
    const { width } = this.#picture;
    this.#picture.resize(340);
    this.#frame.print.innerHTML = Array.from({ length: printed }, (_, i) => {
      const time = first + ((last - first) * i) / (printed - 1);
      return this.#picture.svg(time, [], palettes.light, `t = ${number(time, 6)} s`);
    }).join("");
    this.#picture.resize(width);
  }

  #section(): HTMLElement {
    const { section } = this.model;
    const titleId = newId("motion");
    const eventsId = newId("events");
    return h(
      "section",
      { class: "motion", id: this.name, "aria-labelledby": titleId },
      h("h2", { id: titleId }, section.title),
      section.caption ? h("p", {}, section.caption) : null,
      this.#live,
      h(
        "div",
        { class: "motion-board" },
        this.#frame.element,
        h(
          "div",
          { class: "motion-side" },
          section.beside &&
            h(
              "div",
              { class: "panels" },
              ...figureParts(section.beside, this.page, `${this.name}-beside`, this.clock),
              section.beside.caption ? h("p", { class: "soft" }, section.beside.caption) : null,
            ),
          section.events.length > 0 &&
            h(
              "div",
              { class: "figure event-list" },
              h("h3", { id: eventsId }, plural(section.events.length, "event")),
              h(
                "div",
                { class: "scroll", tabindex: 0, role: "region", "aria-labelledby": eventsId },
                this.#list,
              ),
            ),
        ),
      ),
    );
  }

  #eventEntries(): HTMLButtonElement[] {
    const { section } = this.model;
    return section.events.map((event) =>
      h(
        "button",
        { type: "button", class: "event", click: () => this.clock.go(event.time) },
        h("span", { class: "event-time" }, `${number(event.time, 8)} s`),
        h(
          "span",
          {},
          h("b", {}, `${section.contacts[event.contact]?.name ?? ""}: ${event.kind}`),
          ` ${event.words}`,
        ),
      ),
    );
  }

  #controls(): HTMLElement {
    const { clock } = this;
    const button = (words: string, key: string, sign: string, action: () => void): HTMLButtonElement =>
      h(
        "button",
        { type: "button", "aria-label": words, title: `${words} (${key})`, click: action },
        sign,
      );
    const events = this.model.section.events.length > 0;
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
    const follow = h("input", { type: "checkbox", checked: this.#picture.follow });
    follow.addEventListener("change", () => this.#setFollow(follow.checked));
    this.#shows = (): void => {
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
      follow.checked = this.#picture.follow;
    };
    return h(
      "div",
      { class: "player" },
      h(
        "div",
        { class: "player-row" },
        events && button("Previous event", "P", "◂ event", () => this.#step(-1)),
        play,
        events && button("Next event", "N", "event ▸", () => this.#step(1)),
        output,
        h("label", { class: "choice" }, "speed ", speed),
        h("label", { class: "chip" }, loop, "loop"),
        this.#picture.wanders && h("label", { class: "chip" }, follow, "go with the bodies"),
      ),
      h("div", { class: "way" }, slider, eventMarks(this.model)),
    );
  }

  #shows: () => void = () => {};
  #tells: () => void = () => {};

  /** What each contact does now. */
  #contactsNow(): HTMLElement {
    const { section, modes } = this.model;
    if (section.contacts.length === 0) return h("div", {});
    const cells = section.contacts.map(() => [h("td"), h("td"), h("td"), h("td")] as const);
    for (const [, ...rest] of cells) for (const cell of rest) cell.className = "number";
    this.#tells = (): void => {
      const pose = this.model.at(this.clock.state.time);
      pose.contacts.forEach(({ mode, gap, force }, c) => {
        const words = [
          modes[mode] ?? "–",
          number(gap, 4),
          mode > 1 ? number(force[0], 4) : "–",
          mode > 1 ? number(force[1], 4) : "–",
        ];
        cells[c]!.forEach((cell, k) => {
          if (cell.textContent !== words[k]) cell.textContent = words[k]!;
        });
      });
    };
    return h(
      "div",
      { class: "scroll now", tabindex: 0, role: "region", "aria-label": "Contacts now" },
      h(
        "table",
        { class: "values" },
        h("caption", { class: "unseen" }, "Contacts now"),
        h(
          "thead",
          {},
          h(
            "tr",
            {},
            ...["contact", "does", "gap (m)", "force along t (N)", "along n (N)"].map((words, i) =>
              h("th", { scope: "col", class: i > 1 ? "number" : undefined }, words),
            ),
          ),
        ),
        h(
          "tbody",
          {},
          ...section.contacts.map(({ name }, c) =>
            h("tr", {}, h("th", { scope: "row" }, name), ...cells[c]!),
          ),
        ),
      ),
    );
  }

  #setFollow(follow: boolean): void {
    this.#picture.follow = follow;
    this.#update();
  }

  /** To the next or the previous instant with an event. */
  #step(by: 1 | -1): void {
    const { events } = this.model.section;
    const { time } = this.clock.state;
    const found =
      by > 0
        ? events.find((event) => event.time > time)
        : [...events].reverse().find((event) => event.time < time);
    if (!found) return;
    this.clock.go(found.time);
    const same = events.filter((event) => event.time === found.time);
    this.#say(
      `t = ${number(found.time, 6)} s. ` +
        same
          .map((e) => `${this.model.section.contacts[e.contact]?.name}: ${e.kind}, ${e.words}`)
          .join(". "),
    );
  }

  #frames(by: number): void {
    const { times } = this.model;
    const { time } = this.clock.state;
    let at = this.model.frameAt(time);
    for (let k = Math.abs(by); k > 0; --k) {
      // Frames of one instant count once; between two frames, back is to the earlier one.
      if (by > 0) {
        const from = times[at]!;
        while (at + 1 < times.length && times[at]! <= from) ++at;
      } else if (times[at]! >= time || k < Math.abs(by)) {
        const from = times[at]!;
        while (at > 0 && times[at]! >= from) --at;
      }
    }
    this.clock.go(times[at]!);
    this.#say(this.#picture.summary(times[at]!));
  }

  #say(words: string): void {
    window.clearTimeout(this.#saying);
    this.#saying = window.setTimeout(() => say(this.#live, words), 150);
  }

  #key(event: KeyboardEvent): void {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const target = event.target as HTMLElement;
    const stage = target === this.#frame.stage;
    const slider = target.matches('input[type="range"]');
    // Elsewhere keys have a meaning of their own: buttons, choices, other figures.
    if (!stage && !slider) return;
    const { clock } = this;
    const far = event.shiftKey ? 10 : 1;
    const everywhere: Record<string, () => void> = {
      " ": () => clock.toggle(),
      n: () => this.#step(1),
      p: () => this.#step(-1),
      l: () => clock.store.set({ loop: !clock.state.loop }),
      f: () => this.#picture.wanders && this.#setFollow(!this.#picture.follow),
      "+": () => clock.faster(1),
      "=": () => clock.faster(1),
      "-": () => clock.faster(-1),
    };
    const onStage: Record<string, () => void> = {
      ArrowLeft: () => this.#frames(-far),
      ArrowRight: () => this.#frames(far),
      Home: () => clock.go(clock.start),
      End: () => clock.go(clock.end),
    };
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    const action = everywhere[key] ?? (stage ? onStage[key] : undefined);
    if (!action) return;
    event.preventDefault();
    action();
  }

  /** Impulses to be seen: those that were just passed, or those of this very instant. */
  #flashesNow(): Flash[] {
    const { time, playing } = this.clock.state;
    if (!playing) {
      const found: Flash[] = [];
      for (const event of this.model.section.events)
        if (event.time === time)
          event.impulses?.forEach((impulse, contact) => {
            if (impulse[0] !== 0 || impulse[1] !== 0) found.push({ contact, impulse, age: 0 });
          });
      return found;
    }
    const now = performance.now();
    this.#flashes = this.#flashes.filter(({ began }) => now - began < flashTime);
    return this.#flashes.map(({ contact, impulse, began }) => ({
      contact,
      impulse,
      age: (now - began) / flashTime,
    }));
  }

  /** Notes the impulses between the time that was seen and this one; of each contact the largest. */
  #pass(from: number, to: number): void {
    const { events } = this.model.section;
    const best = new Map<number, [number, number]>();
    for (let e = this.model.eventAt(to); e >= 0 && events[e]!.time > from; --e)
      events[e]!.impulses?.forEach((impulse, contact) => {
        const size = Math.hypot(...impulse);
        if (size > 0 && size > Math.hypot(...(best.get(contact) ?? [0, 0])))
          best.set(contact, impulse);
      });
    const began = performance.now();
    for (const [contact, impulse] of best) {
      this.#flashes = this.#flashes.filter((flash) => flash.contact !== contact);
      this.#flashes.push({ contact, impulse, began });
    }
  }

  #update(): void {
    const { time, playing } = this.clock.state;
    if (playing && time > this.#shownTime) this.#pass(this.#shownTime, time);
    if (!playing || time < this.#shownTime) this.#flashes = [];
    this.#shownTime = time;
    this.#draw();
    this.#shows();
    this.#tells();
    this.#mark(this.model.eventAt(time));
  }

  #draw(): void {
    const { time, playing } = this.clock.state;
    const { width, height } = this.#picture;
    this.#frame.body.innerHTML =
      `<svg viewBox="0 0 ${width} ${height}" width="100%" font-size="13" aria-hidden="true">` +
      `${this.#picture.content(time, this.#flashesNow(), palettes[currentTheme()])}</svg>`;
    if (!playing) this.#frame.summary.textContent = this.#picture.summary(time);
  }

  /** The event that was last, in the list. */
  #mark(event: number): void {
    if (event === this.#current) return;
    this.#entries[this.#current]?.removeAttribute("aria-current");
    this.#current = event;
    const entry = this.#entries[event];
    if (!entry) return;
    entry.setAttribute("aria-current", "true");
    // Only the list scrolls, never the page.
    const box = this.#list.parentElement;
    if (!box) return;
    const [from, to] = [entry.offsetTop, entry.offsetTop + entry.offsetHeight];
    if (from < box.scrollTop) box.scrollTop = from;
    else if (to > box.scrollTop + box.clientHeight) box.scrollTop = to - box.clientHeight;
  }
}

export function motionSection(
  model: MotionModel,
  page: Store<PageState>,
  name: string,
  clock: Clock,
): HTMLElement {
  return new Player(model, page, name, clock).element;
}
