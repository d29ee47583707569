/** What the stages of figures share: what is drawn when it is seen, and the wheel. */

/** Tells whether a stage is in sight, or within `margin` of it. */
export function whenSeen(
  stage: HTMLElement,
  tell: (visible: boolean) => void,
  margin = "200px",
): void {
  new IntersectionObserver(
    (entries) => tell(entries[entries.length - 1]!.isIntersecting),
    { rootMargin: margin },
  ).observe(stage);
}

/** A drawing that is made anew where it is seen and something has changed. */
export class Lazy {
  #visible = false;
  #stale = true;

  constructor(
    stage: HTMLElement,
    readonly draw: () => void,
    margin?: string,
  ) {
    whenSeen(
      stage,
      (visible) => {
        this.#visible = visible;
        this.#refresh();
      },
      margin,
    );
  }

  /** Something has changed. */
  readonly stale = (): void => {
    this.#stale = true;
    this.#refresh();
  };

  #refresh(): void {
    if (!this.#visible || !this.#stale) return;
    this.#stale = false;
    this.draw();
  }
}

/** The wheel zooms a stage that has the focus, or with Ctrl; elsewhere the page scrolls. */
export function onWheel(
  stage: HTMLElement,
  zoom: (factor: number, event: WheelEvent) => void,
  ready: () => boolean = () => true,
): void {
  stage.addEventListener(
    "wheel",
    (event) => {
      const meant = event.ctrlKey || event.metaKey || stage.contains(document.activeElement);
      if (!ready() || !meant) return;
      event.preventDefault();
      zoom(event.deltaY < 0 ? 0.8 : 1.25, event);
    },
    { passive: false },
  );
}
