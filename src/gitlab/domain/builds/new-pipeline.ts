import type { PipelineRecord } from '../../../store/models/pipeline.ts'

/** The attributes of a new pipeline; the id defaults to the next one. */
export interface NewPipeline
  extends Pick<
      PipelineRecord,
      'project_id' | 'ref' | 'sha' | 'tag' | 'user_id' | 'created_at' | 'yaml_errors'
    >,
    Partial<
      Pick<
        PipelineRecord,
        | 'name'
        | 'auto_cancel_on_new_commit'
        | 'auto_cancel_on_job_failure'
        | 'source'
        | 'before_sha'
        | 'variables'
        | 'pipeline_schedule_id'
        | 'trigger_id'
        | 'merge_request_id'
        | 'source_build_id'
      >
    > {
  readonly id?: number | undefined
}
