import { type ScriptOptions, scriptOf } from '../reproduction/script.ts'
import type { ComparedDifference } from './options.ts'

/** Formats a difference as a shell script, which shows the last response beside that of Forgery. */
export function scriptOfDifference(difference: ComparedDifference, options: ScriptOptions): string {
  const { history, operation, place, forge, server } = difference
  const title = `${operation}, ${place}: Forgery answers ${shortened(forge)}, and the server answered\n${shortened(server)}.`
  const conclusion = `Forgery answers ${place} with ${shortened(forge)}; the server answered:`
  return scriptOf(history, { title, conclusion }, options)
}

function shortened(value: unknown): string {
  const text = JSON.stringify(value) ?? 'nothing'
  return text.length > 200 ? `${text.slice(0, 200)}…` : text
}
