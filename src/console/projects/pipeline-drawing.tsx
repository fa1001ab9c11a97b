import { useMemo } from 'preact/hooks'
import type { Job } from '../../contract/generated/v4/contract.ts'
import { hrefOfWebUrl } from '../shell/router.ts'
import { layOutPipeline, type PipelineLayout } from './pipeline-layout.ts'
import { State } from './small-parts.tsx'

/** In rem, the same as in `projects.css`, since the drawing is behind the jobs. */
const size = { column: 13, gap: 2.5, row: 2.6, head: 2.2 }

interface PipelineDrawingProps {
  readonly jobs: readonly Job[]
  /** The names of the needed jobs by job id, for jobs with `needs`. */
  readonly needs?: ReadonlyMap<number, readonly string[]> | undefined
}

/** Draws the jobs of a pipeline, one column for each stage, with lines between dependent jobs. */
export function PipelineDrawing({ jobs, needs }: PipelineDrawingProps) {
  const layout = useMemo(
    () => layOutPipeline(jobs.map((job) => ({ ...job, needs: needs?.get(job.id) }))),
    [jobs, needs],
  )
  const { stages } = layout
  const rows = Math.max(1, ...stages.map((stage) => stage.jobs.length))
  const width = stages.length * (size.column + size.gap) - size.gap
  const height = size.head + rows * size.row
  return (
    <div class="pipeline" tabIndex={0} role="region" aria-label="The pipeline by stage">
      <div class="pipeline-space" style={{ width: `${width}rem`, height: `${height}rem` }}>
        <svg class="pipeline-lines" viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
          {linesOf(layout).map((line) => (
            <path key={line} d={line} />
          ))}
        </svg>
        {stages.map((stage, column) => (
          <section
            key={stage.name}
            class="stage"
            aria-label={`Stage ${stage.name}`}
            style={{ left: `${column * (size.column + size.gap)}rem` }}
          >
            <h3>{stage.name}</h3>
            <ul>
              {stage.jobs.map((job) => (
                <li key={job.id}>
                  <a class="job" href={hrefOfWebUrl(job.web_url)}>
                    <State state={job.status} />
                    <span class="job-name">{job.name}</span>
                    {(layout.earlier.get(job.name)?.length ?? 0) > 0 && (
                      <span class="dim" title="It was run before">
                        ↻
                      </span>
                    )}
                  </a>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
    </div>
  )
}

const right = (column: number) => column * (size.column + size.gap) + size.column
const left = (column: number) => column * (size.column + size.gap)
const middle = (row: number) => size.head + row * size.row + 1.05

/** Returns the lines of `needs`; without any, brackets between consecutive stages. */
function linesOf({ stages, links }: PipelineLayout<Job>): string[] {
  if (links.length > 0) {
    return links.map(({ from, to }) => {
      const [x1, y1, x2, y2] = [right(from[0]), middle(from[1]), left(to[0]), middle(to[1])]
      if (from[0] === to[0]) {
        const bend = x1 + size.gap * 0.7
        return `M${x1} ${y1}C${bend} ${y1} ${bend} ${y2} ${x1} ${y2}`
      }
      const bend = (x1 + x2) / 2
      return `M${x1} ${y1}C${bend} ${y1} ${bend} ${y2} ${x2} ${y2}`
    })
  }
  return stages.slice(1).flatMap((stage, index) => {
    const before = stages[index]?.jobs.length ?? 0
    const at = right(index) + size.gap / 2
    const most = Math.max(before, stage.jobs.length) - 1
    const outgoing = Array.from(
      { length: before },
      (_, row) => `M${right(index)} ${middle(row)}H${at}`,
    )
    const incoming = stage.jobs.map((_, row) => `M${at} ${middle(row)}H${left(index + 1)}`)
    return [...outgoing, ...incoming, `M${at} ${middle(0)}V${middle(most)}`]
  })
}
