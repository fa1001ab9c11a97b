import type { Inputs } from '../../../ci/inputs.ts'

/** The options of `git push -o` (code-and-ci, section 17, "Push options"). */
export interface PushOptions {
  /** The options as given. */
  readonly given: readonly string[]
  readonly ci: {
    /** Whether the pipeline of each branch is created without jobs. */
    readonly isSkipped: boolean
    readonly variables: readonly { readonly key: string; readonly value: string }[]
    readonly inputs: Inputs
  }
  /** The options of merge requests, each key with its values; undefined where there are none. */
  readonly mergeRequest: ReadonlyMap<string, readonly string[]> | undefined
}

/**
 * Reads options of the form `namespace.key` or `namespace.key=value`. The default value is `true`; unknown options are
 * ignored.
 */
export function readPushOptions(given: readonly string[]): PushOptions {
  const ci = new Map<string, string[]>()
  const mergeRequest = new Map<string, string[]>()
  for (const option of given) {
    const [, namespace, key = '', value = 'true'] = /^(\w+)\.(\w+)(?:=(.*))?$/s.exec(option) ?? []
    if (namespace === 'ci') add(ci, key, value)
    if (namespace === 'merge_request' || namespace === 'mr') add(mergeRequest, key, value)
  }
  return {
    given,
    ci: {
      isSkipped: ci.has('skip'),
      variables: assignments(ci.get('variable')).map(([key, value]) => ({ key, value })),
      inputs: Object.fromEntries(assignments(ci.get('input'))),
    },
    mergeRequest: mergeRequest.size > 0 ? mergeRequest : undefined,
  }
}

/** Reads texts of the form `key=value`; others are ignored. */
function assignments(texts: readonly string[] = []): (readonly [key: string, value: string])[] {
  return texts.flatMap((text) => {
    const at = text.indexOf('=')
    return at > 0 ? [[text.slice(0, at), text.slice(at + 1)] as const] : []
  })
}

function add(options: Map<string, string[]>, key: string, value: string): void {
  const values = options.get(key)
  if (values) values.push(value)
  else options.set(key, [value])
}
