/** What the reader has chosen for the whole page. */

export interface PageState {
  degrees: boolean;
  theme: "auto" | "light" | "dark";
  /** Counts changes of what the system prefers. */
  repaint: number;
}
