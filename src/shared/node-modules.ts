/** The Node modules that read and write files. */
export interface NodeModules {
  readonly fs: typeof import('node:fs')
  readonly paths: typeof import('node:path')
  readonly urls: typeof import('node:url')
  /** This process. */
  readonly own: typeof import('node:process')
}

/** Loads a Node module at run time, so that browsers can load the importing file; undefined outside of Node. */
export function nodeModules(): NodeModules | undefined {
  const builtin = globalThis.process?.getBuiltinModule
  if (!builtin) return undefined
  return {
    fs: builtin('node:fs'),
    paths: builtin('node:path'),
    urls: builtin('node:url'),
    own: builtin('node:process'),
  }
}
