/**
 * The document that a page shows: what the program writes into
 * <script type="application/json" id="carom-data">, described in docs/report-data.md.
 *
 * SI units throughout; an axis has the unit of its parameter. Contact vectors are [tangential,
 * normal] in the frame of the contact's surface. All columns of a sweep have one value a point, in
 * the order of the grid, the last axis fastest.
 */

/**
 * One value a point. A plain array has null where there is no value. The packed forms are base64 of
 * little-endian numbers, for sweeps of many points: f64 and f32 with NaN for no value, u8 for codes
 * with 255 for no value.
 */
export type Column = (number | null)[] | { f64: string } | { f32: string } | { u8: string };

export interface Vectors {
  t: Column;
  n: Column;
}

export interface ReportData {
  format: 1;
  /** Version of the program that wrote the page. */
  carom: string;
  title: string;
  /** Paragraphs below the title. */
  summary?: string[];
  sections: Section[];
}

export type Section =
  | SweepSection
  | ClaimsSection
  | TextSection
  | TableSection
  | FigureSection
  | MotionSection;

export interface TextSection {
  kind: "text";
  title: string;
  paragraphs: string[];
  /** A file, folded. */
  listing?: { name: string; text: string };
}

export interface ClaimsSection {
  kind: "claims";
  title: string;
  /** Whose claims: authors, year. */
  source?: string;
  claims: Claim[];
}

export interface Claim {
  claim: string;
  /** Where it is published: "Figure 4". */
  place?: string;
  published: string;
  ours: string;
  verdict: "holds" | "holds in part" | "does not hold" | "undecided";
  reason?: string;
  /** What the judgement takes for granted. */
  assumed?: string;
}

/** How a row or a cell is marked: a sign and a colour. */
export type Mark = "good" | "part" | "bad" | "odd";

export interface TableSection {
  kind: "table";
  title: string;
  caption?: string;
  /** Neighbouring columns of one group stand below its name. */
  columns: { name: string; unit?: string; group?: string }[];
  /** Numbers, words, or null where there is nothing. */
  rows: (number | string | null)[][];
  /** Without a column the whole row is marked; the note is what the mark means there. */
  marks?: { row: number; column?: number; mark: Mark; note?: string }[];
}

/** Panels side by side that share names, colours and a legend. */
export interface FigureSection {
  kind: "figure";
  title: string;
  caption?: string;
  panels: PanelData[];
}

/** A plane with two axes: curves and points, over coloured cells or not. */
export interface PanelData {
  title?: string;
  x: PanelAxis;
  y: PanelAxis;
  /** Both axes have one scale. */
  equal?: boolean;
  series?: SeriesData[];
  cells?: CellsData;
}

export interface PanelAxis {
  label: string;
  unit?: string;
  log?: boolean;
  /** What is seen at first; all if absent. */
  range?: [number, number];
  /** The places 0, 1, 2 … have these names. */
  words?: string[];
  /** Of an x axis: it is the time of the page's motion, so many of its unit a second. */
  per_second?: number;
}

export interface SeriesData {
  /** Series of one name share a colour and are switched together. */
  name: string;
  /** Which of those of its name. */
  detail?: string;
  x: Column;
  y: Column;
  /** A line if absent. */
  drawn?: "line" | "points" | "both";
  /** One of many: a thin, pale line. */
  thin?: boolean;
  /** Place among the page's colours; in the order of names if absent. */
  colour?: number;
  /** y is uncertain by this much either way. */
  spread?: Column;
  /** 0 where y is one choice among others: drawn dotted. All 1 if absent. */
  determined?: Column;
  /** An area: what the line goes round, or what is between it and zero, or another series. */
  shaded?: "inside" | "zero" | { to: string };
}

/** A number or a word for each cell of a grid: an image, or regions. */
export interface CellsData {
  label: string;
  unit?: string;
  /** Edges, ascending: one more than there are columns, and rows. */
  x: Column;
  y: Column;
  /** Row by row, x fastest. */
  values: Column;
  /** The values are codes of these words. */
  words?: string[];
}

/** Two columns of places, m. */
export interface Places {
  x: Column;
  y: Column;
}

/**
 * A mechanism that moves. Points of a link are given in its own frame: the near joint is the origin,
 * the first axis points along the link. All columns have one value a frame; frames follow each other
 * in time, and between two of them everything goes straight.
 */
export interface MotionSection {
  kind: "motion";
  title: string;
  caption?: string;
  base: {
    kind: "free" | "pinned" | "slider";
    /** Pinned: where; slider: at displacement 0. */
    position?: Point2;
    direction?: Point2;
    /** Where it is; a pinned base stays. */
    at?: Places;
  };
  /** s, does not decrease. */
  time: Column;
  links: {
    name: string;
    massless?: boolean;
    /** Place of the link that it hangs on, before or after it; the base if absent. */
    parent?: number;
    /** Where on the parent. */
    attach?: Point2;
    length: number;
    centre?: Point2;
    /** Corners of a block, in order; a bar if absent. */
    block?: Point2[];
    /** What belongs to the body but lies off it: an arm goes there. */
    others?: Point2[];
    /** rad, against the world. */
    angle: Column;
  }[];
  masses?: { link: number; at: Point2; mass: number }[];
  surfaces: {
    name: string;
    kind: "fixed" | "moved" | "yields";
    point: Point2;
    /** Of the tangent, rad. */
    angle: number;
    displacement?: Places;
  }[];
  contacts: {
    name: string;
    link: number;
    surface: number;
    /** On the link: the point, or the centre of the outline. */
    at: Point2;
    /** On the link, closed; with where it is nearest to the surface, in the world. */
    outline?: Point2[];
    touching?: Places;
    /** Codes of `modes`. */
    mode: Column;
    gap: Column;
    /** N, on the link; no value: as in the next frame that has one. */
    force: Vectors;
    /** 0 where other forces give the same motion: those given are one choice. All 1 if absent. */
    determined?: { t?: Column; n?: Column };
  }[];
  /** What a contact can be doing, in words; the first two are without a force. */
  modes: string[];
  /** By time; impulses are [t, n] in N s, one a contact, and so is whether they are determined
   * (all are if absent). */
  events: {
    time: number;
    kind: string;
    contact: number;
    words: string;
    impulses?: Point2[];
    determined?: [boolean, boolean][];
  }[];
  /** Stands beside the mechanism. */
  beside?: FigureSection;
}

export interface Axis {
  parameter: string;
  /** How figures name it; the parameter's own name if absent, Greek ones as letters. */
  label?: string;
  /** The parameter's unit; for an angle rad or deg. */
  unit?: string;
  /** The values are angles in `unit`: the page then offers degrees and radians. */
  angular?: boolean;
  /** The values of the points shown; ascending unless `random`. */
  values: Column;
  spacing?: "linear" | "log";
  /** Drawn from a distribution: the figures show points, not lines. */
  random?: string;
  /** Parameters that advance together with this one, value by value. */
  with?: Omit<Axis, "with">[];
}

export type BoundaryKind = "outcome" | "interaction" | "history" | "verdict" | "energy" | "laws";

export interface Boundary {
  parameter: string;
  /** In the parameter's own unit. */
  at: number;
  kind: BoundaryKind;
  law?: string;
  contact?: string;
  below: string;
  above: string;
  /** In sweeps of several axes: the other parameters, where this boundary lies. */
  held?: Record<string, number>;
}

export interface ContactColumns {
  velocity_after?: Vectors;
  impulse?: Vectors;
  /** Codes into SweepSection.outcomes. */
  outcome?: Column;
  /** 1 where the contact's normal impulse is above zero, else 0. */
  interacted?: Column;
}

export interface LawColumns {
  name: string;
  /** Codes into SweepSection.verdicts. */
  verdict: Column;
  energy_loss: Column;
  kinetic_energy_after?: Column;
  /** Generalized velocities after, in the order of SweepSection.velocities. */
  velocities?: Column[];
  /** In the order of SweepSection.contacts. */
  contacts: ContactColumns[];
  /** Codes into SweepSection.histories: what happened, stage by stage, as one word a point. */
  history?: Column;
  /** 0 where other impulses give the same velocities: those given are one choice. All 1 if absent. */
  determined?: Column;
  /** 1 where the contacts put energy into the chain, which no passive contact can; where the loss
   * is below zero if absent. */
  makes_energy?: Column;
}

export interface SweepSection {
  kind: "sweep";
  title: string;
  caption?: string;
  scenario?: { name: string; text: string };
  /** Parameters that were not swept. */
  parameters?: Record<string, number>;
  axes: Axis[];
  /** Points computed, if more than are shown; and how they were chosen. */
  thinned?: { computed: number; note: string };
  /** What can have become of a point; the first is that of a solved one, the others are reasons. */
  statuses?: string[];
  /** Codes into statuses; all solved if absent. */
  status?: Column;
  verdicts: string[];
  outcomes: string[];
  histories?: string[];
  contacts: { name: string; role?: "resting" | "colliding" | "apart"; velocity_before?: Vectors }[];
  /** Generalized velocities, e.g. { name: "rate of left", unit: "rad/s" }. */
  velocities?: { name: string; unit: string; before?: Column }[];
  kinetic_energy_before?: Column;
  laws: LawColumns[];
  boundaries: Boundary[];
  mechanism?: Mechanism;
  /** Points whose mechanism and account the page can show. */
  stops?: Stop[];
  /** Which figures to show: "energy_loss", "A0.velocity", "A0.impulse"; all if absent. */
  figures?: string[];
}

/** What stays the same at all stops. */
export interface Mechanism {
  base: "free" | "pinned" | "slider";
  links: { name: string; massless?: boolean }[];
  /** kg */
  masses?: number[];
  surfaces: { name: string; kind?: "fixed" | "moved" | "yields" }[];
  /** Each contact's place in surfaces. */
  contact_surfaces: number[];
}

export type Point2 = [number, number];

/** One point of the sweep in full. Lengths in m, world axes. */
export interface Stop {
  /** Its place in the columns. */
  point: number;
  base: Point2;
  /** [near x, near y, far x, far y], then pairs of points off the body: an arm goes there. */
  links: number[][];
  /** Corners of a link that is a block, in order; null for a bar. */
  blocks?: (Point2[] | null)[];
  /** Mass centres of the links; null for a massless one. */
  centres?: (Point2 | null)[];
  masses?: Point2[];
  /** [x, y, angle]: a point on the surface and the angle of its tangent, rad. */
  surfaces: [number, number, number][];
  /** [x, y, angle of the tangent, gap]; in the order of SweepSection.contacts. */
  contacts: [number, number, number, number][];
  /** Closed polygons of rounded contacts; null for a point. */
  outlines?: (Point2[] | null)[];
  /** Points with a velocity: joints and ends. */
  joints?: Point2[];
  before?: Point2[];
  /** One a law: the same points' velocities after; null where the law has no answer. */
  after?: (Point2[] | null)[];
  /** One a law. */
  accounts: Account[];
}

export interface Account {
  /** One sentence each. */
  stages: string[];
  notes?: string[];
}

/** Reads and checks the document in the page. What is wrong with it is an Error with its place. */
export function reportData(text: string): ReportData {
  let data: ReportData;
  try {
    data = JSON.parse(text) as ReportData;
  } catch (error) {
    throw new Error(`the data of this page cannot be read: ${(error as Error).message}`);
  }
  if (data.format !== 1)
    throw new Error(`the data of this page have format ${data.format}; this page reads format 1`);
  if (!Array.isArray(data.sections)) throw new Error("the data of this page have no sections");
  return data;
}
