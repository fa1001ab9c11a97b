import type { Answers } from '../seed/world-answers.ts'

/** The places at which two worlds answer otherwise: `PATH » field`, `[]` for any item of a list. */
export function differences(expected: Answers, received: Answers): string[] {
  const found = new Set<string>()
  const paths = new Set([...Object.keys(expected), ...Object.keys(received)])
  for (const path of paths)
    compare(expected[path], received[path], (place) => found.add(`${path} » ${place}`))
  return [...found]
}

function compare(one: unknown, other: unknown, report: (place: string) => void, place = ''): void {
  if (one === other) return
  const isPair =
    typeof one === 'object' && typeof other === 'object' && one !== null && other !== null
  if (!isPair) {
    report(place)
    return
  }
  const keys = new Set([...Object.keys(one), ...Object.keys(other)])
  for (const key of keys) {
    const step = /^\d+$/.test(key) ? '[]' : `.${key}`
    compare(Reflect.get(one, key), Reflect.get(other, key), report, `${place}${step}`)
  }
}
