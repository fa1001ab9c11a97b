/** The fields of a job that the drawing of its pipeline uses. */
export interface PipelineJob {
  readonly id: number
  readonly name: string
  readonly stage: string
  /** The names of the jobs that it needs; undefined waits for all previous stages. */
  readonly needs?: readonly string[] | undefined
}

/** A stage of a pipeline, drawn as a column. */
export interface PipelineStage<Job> {
  readonly name: string
  readonly jobs: readonly Job[]
}

/** A job that waits for another one, by their columns and rows. */
export interface PipelineLink {
  readonly from: readonly [column: number, row: number]
  readonly to: readonly [column: number, row: number]
}

/** The layout of a pipeline. */
export interface PipelineLayout<Job> {
  readonly stages: readonly PipelineStage<Job>[]
  /** The dependencies of `needs`; without any, the stages are drawn in sequence. */
  readonly links: readonly PipelineLink[]
  /** The earlier runs of each job by name, latest first. */
  readonly earlier: ReadonlyMap<string, readonly Job[]>
}

/**
 * Lays out the jobs of a pipeline by stage, by ascending id. Of a retried job, the last run is drawn at the position of
 * the first one.
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
