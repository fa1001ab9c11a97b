import type { GraphRow } from './commit-graph.ts'

/** The distance of lanes and the height of rows, in units of the drawing. */
const [lane, row] = [14, 36]
/** Further lanes are drawn on top of the rightmost one, which leaves room for the text. */
const maxLanes = 14
const colours = 6

const xOf = (place: number) => lane / 2 + Math.min(place, maxLanes - 1) * lane

/** Returns the width of a drawing in rem. */
export function graphWidth(lanes: number): number {
  return (Math.min(Math.max(lanes, 1), maxLanes) * lane) / 16
}

interface GraphCellProps {
  readonly row: GraphRow
  /** The row above, whose lines end in this row. */
  readonly above: GraphRow | undefined
  readonly lanes: number
}

/** Draws one row of a history, as high as a row of the table. */
export function GraphCell({ row: shown, above, lanes }: GraphCellProps) {
  const width = graphWidth(lanes) * 16
  const lines = [
    ...(above?.lines ?? []).map((line) => ({ ...line, top: -row / 2 })),
    ...shown.lines.map((line) => ({ ...line, top: row / 2 })),
  ]
  return (
    <svg class="graph" viewBox={`0 0 ${width} ${row}`} aria-hidden="true">
      {lines.map(({ from, to, line, top }) => (
        <path
          key={`${top} ${from} ${to}`}
          class={`line-${line % colours}`}
          d={curve(xOf(from), xOf(to), top)}
        />
      ))}
      <circle class={`line-${shown.line % colours}`} cx={xOf(shown.lane)} cy={row / 2} r={4} />
    </svg>
  )
}

function curve(from: number, to: number, top: number): string {
  const bottom = top + row
  if (from === to) return `M${from} ${top}V${bottom}`
  const middle = top + row / 2
  return `M${from} ${top}C${from} ${middle} ${to} ${middle} ${to} ${bottom}`
}
