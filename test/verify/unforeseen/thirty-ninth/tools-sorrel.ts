/** What makes builds of every commit: one that is pending, and one that waits for it. */
export const configuration = {
  file_path: '.gitlab-ci.yml',
  content: 'compile:\n  stage: build\n  script: make\nprobe:\n  stage: test\n  script: make test\n',
}

/** The scopes that builds are asked for by, one or several. */
export function scopesOf(scope: unknown): readonly string[] {
  if (Array.isArray(scope)) return scope.map(String)
  return scope === undefined ? [] : [String(scope)]
}

/** JSON in which the values of some fields are others, however deep they are. */
export function deeply(
  json: unknown,
  change: (one: Readonly<Record<string, unknown>>) => Readonly<Record<string, unknown>>,
): unknown {
  if (Array.isArray(json)) return json.map((one) => deeply(one, change))
  if (typeof json !== 'object' || json === null) return json
  const entries = Object.entries(json).map(
    ([name, value]) => [name, deeply(value, change)] as const,
  )
  return change(Object.fromEntries(entries))
}

/** Does something later, and leaves nobody waiting for it. */
export function inBackground(time: number, job: () => Promise<unknown>): void {
  setTimeout(() => {
    job().catch((error: unknown) => console.error(error))
  }, time)
}
