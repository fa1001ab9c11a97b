import { isObject, type Json, type JsonObject } from '../mutants/json.ts'
import { mapAnswers, mapObjects, mapText, mapValues } from './layers.ts'
import type { Variant } from './variant.ts'

const isTime = (value: Json): value is string =>
  typeof value === 'string' && /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(value)

/** The same moment as another clock on the wall shows it. */
function atOffset(time: string, hours: number, fraction: string): string {
  const wall = new Date(Date.parse(time) + hours * 3_600_000).toISOString()
  const sign = hours < 0 ? '-' : '+'
  return `${wall.slice(0, 19)}${fraction}${sign}${String(Math.abs(hours)).padStart(2, '0')}:00`
}

const timesAs = (write: (time: string) => string) =>
  mapAnswers((json) => mapValues(json, (_name, value) => (isTime(value) ? write(value) : value)))

/** The statements of the specification about texts of refusals stay. */
function otherText(message: Json, status: number): Json {
  if (typeof message !== 'string') return message
  if (status === 401 || /sudo|No user id or username/.test(message)) return message
  if (status === 400)
    return `Ce n'est pas possible: ${message.replace(/^400 \(Bad request\) /, '')}`
  return `Nous regrettons (${status})`
}

export const bodies: readonly Variant[] = [
  {
    name: 'sends further fields in every object',
    alter: mapAnswers((json) =>
      mapObjects(json, (object) => ({
        ...object,
        _links: { self: 'x' },
        weight: 3,
        iteration: null,
      })),
    ),
  },
  {
    name: 'sends the fields of objects in another order',
    alter: mapText((json) =>
      JSON.stringify(
        mapObjects(json, (object) => Object.fromEntries(Object.entries(object).toReversed())),
      ),
    ),
  },
  { name: 'sends JSON with white space', alter: mapText((json) => JSON.stringify(json, null, 2)) },
  {
    name: 'sends JSON with escapes for whatever is not ASCII',
    alter: mapText((json) =>
      JSON.stringify(json).replace(
        /[\u0080-\uffff/]/g,
        (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
      ),
    ),
  },
  {
    name: 'says what is wrong in other words',
    alter: mapAnswers((json, _call, status) =>
      status < 400 || !isObject(json) || !('message' in json)
        ? json
        : { ...json, message: otherText(json.message ?? null, status) },
    ),
  },
  { name: 'lives two hours east', alter: timesAs((time) => atOffset(time, 2, '.000')) },
  { name: 'lives eight hours west', alter: timesAs((time) => atOffset(time, -8, '.000')) },
  { name: 'gives times to the second', alter: timesAs((time) => `${time.slice(0, 19)}Z`) },
  {
    name: 'gives times to the microsecond',
    alter: timesAs((time) =>
      time.replace(/(?:\.\d+)?Z$/, (end) => `${end.slice(0, -1) || '.000'}417Z`),
    ),
  },
  {
    name: 'has avatars from elsewhere',
    alter: mapAnswers((json) =>
      mapValues(json, (name, value) =>
        name === 'avatar_url' ? 'https://avatars.example.com/7?s=80&d=identicon' : value,
      ),
    ),
  },
  {
    name: 'is known to the web under another name',
    alter: mapAnswers((json) =>
      mapValues(json, (name, value) =>
        /^(web_url|http_url_to_repo|homepage|url)$/.test(name) && typeof value === 'string'
          ? value.replace('http://forge.test/', 'https://code.example.org/')
          : value,
      ),
    ),
  },
  {
    name: 'sends null for optional values that are absent',
    alter: mapAnswers((json) => mapObjects(json, withAbsent)),
  },
  {
    name: 'shortens SHAs and titles otherwise',
    alter: mapAnswers((json) =>
      mapObjects(json, (object) => {
        if (typeof object.short_id !== 'string') return object
        const title = String(object.title).slice(0, 50)
        return { ...object, short_id: object.short_id.slice(0, 8), title }
      }),
    ),
  },
  {
    name: 'has other words for what cannot be merged',
    alter: mapAnswers((json) =>
      mapValues(json, (name, value) =>
        name === 'merge_status' && value !== 'can_be_merged' ? 'checking' : value,
      ),
    ),
  },
]

/** Absent values are null: an event without a note, a project of a group without an owner. */
function withAbsent(object: JsonObject): JsonObject {
  if ('action_name' in object && 'target_title' in object) return { note: null, ...object }
  if ('path_with_namespace' in object) return { owner: null, ...object }
  if ('access_level' in object && 'username' in object) return { expires_at: null, ...object }
  return object
}
