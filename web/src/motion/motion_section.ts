/** A motion on the screen: the mechanism, its player, its events, and a figure beside it. */
import type { Clock } from "../figures/clock";
import { contactsNow } from "./contacts_now";
import { h, newId, voice } from "../base/dom";
import { figureParts } from "../panels/figure_section";
import { number, plural } from "../base/format";
import { frame, type Frame } from "../figures/frame";
import type { MotionModel } from "./motion_model";
import { MotionPicture, type Flash } from "./motion_picture";
import { currentTheme, palettes } from "../base/palette";
import { playerControls, type Live } from "./player_controls";
import type { PageState } from "../base/page_state";
import type { Store } from "../base/store";

const keys =
  "Space plays and pauses; left and right arrow keys go one frame back and on, with Shift ten; N and " +
  "P go to the next and the previous event; Home and End go to the ends; plus and minus change the " +
  "speed; L loops; F goes with the bodies or shows their whole path.";

/** How long an impulse is seen, ms. */
const flashTime = 450;
/** Frames on paper. */
const printed = 6;

class Player {
  readonly element: HTMLElement;
  readonly #picture: MotionPicture;
  readonly #frame: Frame;
  readonly #controls: Live;
  readonly #contacts: Live;
  readonly #voice = voice();
  readonly #entries: HTMLButtonElement[];
  readonly #list: HTMLElement;
  #flashes: (Omit<Flash, "age"> & { began: number })[] = [];
  #shownTime = NaN;
  #current = -1;

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
    this.#controls = playerControls(model, clock, this.#picture, {
      step: (by) => this.#step(by),
      follow: (follow) => this.#setFollow(follow),
    });
    this.#contacts = contactsNow(model, clock);
    this.#frame.stage.after(this.#controls.element, this.#contacts.element);
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
      this.#voice.element,
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
    this.#voice.say(
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
    this.#voice.say(this.#picture.summary(times[at]!));
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
            if (impulse[0] !== 0 || impulse[1] !== 0)
              found.push({ contact, impulse, determined: event.determined?.[contact] ?? [true, true], age: 0 });
          });
      return found;
    }
    const now = performance.now();
    this.#flashes = this.#flashes.filter(({ began }) => now - began < flashTime);
    return this.#flashes.map(({ began, ...flash }) => ({
      ...flash,
      age: (now - began) / flashTime,
    }));
  }

  /** Notes the impulses between the time that was seen and this one; of each contact the largest. */
  #pass(from: number, to: number): void {
    const { events } = this.model.section;
    const best = new Map<number, Omit<Flash, "age">>();
    for (let e = this.model.eventAt(to); e >= 0 && events[e]!.time > from; --e)
      events[e]!.impulses?.forEach((impulse, contact) => {
        const size = Math.hypot(...impulse);
        if (size > 0 && size > Math.hypot(...(best.get(contact)?.impulse ?? [0, 0])))
          best.set(contact, {
            contact,
            impulse,
            determined: events[e]!.determined?.[contact] ?? [true, true],
          });
      });
    const began = performance.now();
    for (const [contact, flash] of best) {
      this.#flashes = this.#flashes.filter((other) => other.contact !== contact);
      this.#flashes.push({ ...flash, began });
    }
  }

  #update(): void {
    const { time, playing } = this.clock.state;
    if (playing && time > this.#shownTime) this.#pass(this.#shownTime, time);
    if (!playing || time < this.#shownTime) this.#flashes = [];
    this.#shownTime = time;
    this.#draw();
    this.#controls.update();
    this.#contacts.update();
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
