import type { Project } from '../../contract/generated/v4/contract.ts'

/** What a page of a project is given. */
export interface PartProps {
  readonly project: Project
  /** What stands in the address after the name of the part. */
  readonly rest: readonly string[]
  /** The address of a part of the project. */
  readonly placeOf: (...segments: readonly string[]) => string
}
