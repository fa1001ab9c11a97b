export type RefusalKind =
  | 'file-exists'
  | 'file-missing'
  | 'path-climbs'
  | 'path-absolute'
  | 'path-git'
  | 'path-dot'
  | 'path-empty'
  | 'path-nul'
  | 'path-invalid'
  | 'path-too-deep'
  | 'path-too-long'
  | 'path-is-directory'
  | 'parent-is-file'
  | 'empty-commit'
  | 'too-many-folders'

/** The reason why a list of changes cannot become a commit. Nothing has been written when it is thrown. */
export class GitRefusal extends Error {
  override name = 'GitRefusal'
  constructor(
    readonly kind: RefusalKind,
    message: string,
    /** The path at fault; undefined where the commit as a whole is refused. */
    readonly path?: string,
  ) {
    super(message)
  }
}
