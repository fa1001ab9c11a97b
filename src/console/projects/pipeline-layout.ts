/** A job, as far as a drawing of its pipeline needs it. */
export interface PipelineJob {
  readonly id: number
  readonly name: string
  readonly stage: string
  /** The names of the jobs that it waits for; all of the stages before where nothing is said. */
  readonly needs?: readonly string[] | undefined
}

/** A stage of a pipeline, as a column of the drawing. */
export interface PipelineStage<Job> {
  readonly name: string
  readonly jobs: readonly Job[]
}

/** Two jobs of which one waits for the other, by the places of their columns and rows. */
export interface PipelineLink {
  readonly from: readonly [column: number, row: number]
  readonly to: readonly [column: number, row: number]
}

/** A drawing of a pipeline. */
export interface PipelineLayout<Job> {
  readonly stages: readonly PipelineStage<Job>[]
  /** What jobs say that they need; stages are drawn one after another where none says anything. */
  readonly links: readonly PipelineLink[]
  /** By the name of a job, those that it was run as before, latest first. */
  readonly earlier: ReadonlyMap<string, readonly Job[]>
}

/**
 * Lays the jobs of a pipeline out by stage, in the order in which they were made: ids count up. Of a job that was run
 * again the last run is drawn, where the first one stood.
 *
 * @example layOutPipeline([{ id: 1, name: 'test', stage: 'test' }]).stages[0].name // 'test'
 */
export function layOutPipeline<Job extends PipelineJob>(jobs: readonly Job[]): PipelineLayout<Job> {
  const runs = new Map<string, Job[]>()
  for (const job of [...jobs].sort((one, other) => one.id - other.id)) {
    runs.set(job.name, [job, ...(runs.get(job.name) ?? [])])
  }
  const byStage = new Map<string, Job[]>()
  for (const [latest] of runs.values()) {
    if (latest) byStage.set(latest.stage, [...(byStage.get(latest.stage) ?? []), latest])
  }
  const stages = [...byStage].map(([name, inStage]) => ({ name, jobs: inStage }))
  const places = new Map(
    stages.flatMap((stage, column) =>
      stage.jobs.map(({ name }, row): [string, readonly [number, number]] => [name, [column, row]]),
    ),
  )
  const links = stages.flatMap((stage) =>
    stage.jobs.flatMap(({ name, needs = [] }) =>
      needs.flatMap((needed) => {
        const [from, to] = [places.get(needed), places.get(name)]
        return from && to ? [{ from, to }] : []
      }),
    ),
  )
  return {
    stages,
    links,
    earlier: new Map([...runs].map(([name, [, ...before]]) => [name, before])),
  }
}
