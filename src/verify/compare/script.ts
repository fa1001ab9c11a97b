import { type ScriptOptions, scriptOf } from '../reproduction/script.ts'
import type { ComparedDifference } from './options.ts'

/** Formats a difference as a shell script, which shows the last response beside that of Forgery. */
export function scriptOfDifference(difference: ComparedDifference, options: ScriptOptions): string {
  const { history, operation, place, forge, server } = difference
  const both = [shortened(forge), shortened(server)] as const
  const { title, conclusion } = place.startsWith('deliveries to ')
    ? textsOfDeliveries(place, ...both)
    : textsOfAnswer(place, ...both)
  return scriptOf(history, { title: `${operation}, ${title}`, conclusion }, options)
}

const textsOfAnswer = (place: string, forge: string, server: string) => ({
  title: `${place}: Forgery answers ${forge}, and the server answered\n${server}.`,
  conclusion: `Forgery answers ${place} with ${forge}; the server answered:`,
})

const textsOfDeliveries = (place: string, forge: string, server: string) => ({
  title: `${place}: ${forge} by Forgery, and ${server} by the server. Their addresses are below\n$FORGERY_RECEIVER.`,
  conclusion: `After this there are ${forge} ${place} by Forgery, and were ${server} by the server:`,
})

function shortened(value: unknown): string {
  const text = JSON.stringify(value) ?? 'nothing'
  return text.length > 200 ? `${text.slice(0, 200)}…` : text
}
