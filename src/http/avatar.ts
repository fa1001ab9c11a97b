import { pictureType } from '../gitlab/domain/uploads.ts'
import { targetKey } from '../store/record-keys.ts'
import type { Store } from '../store/store.ts'
import type { Answer } from './response.ts'

const side = 128

/** Answers paths such as `/avatars/jane-doe.svg` with a generated picture. */
export function avatarAnswer(path: string): Answer | undefined {
  const name = /\/avatars\/([\w.-]{1,100})\.svg$/.exec(path)?.[1]
  if (name === undefined) return undefined
  return { status: 200, headers: {}, file: { body: drawAvatar(name), type: 'image/svg+xml' } }
}

/** Draws the initials of a name on a colour that is derived from the name. */
function drawAvatar(name: string): string {
  const words = name.split(/[-_.]+/).filter((word) => word !== '')
  const initials = words.length > 1 ? words.slice(0, 2).map((word) => word[0]) : [name.slice(0, 2)]
  const hue = [...name].reduce((sum, letter) => (sum * 31 + (letter.codePointAt(0) ?? 0)) % 360, 7)
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${side}" height="${side}" viewBox="0 0 ${side} ${side}">`,
    `<rect width="${side}" height="${side}" fill="hsl(${hue} 55% 40%)"/>`,
    `<text x="50%" y="54%" fill="#fff" font-family="sans-serif" font-size="${side / 2}" text-anchor="middle" dominant-baseline="middle">${initials.join('').toUpperCase()}</text>`,
    '</svg>',
    '',
  ].join('\n')
}

const filePlace =
  /\/uploads\/-\/system\/(user|group|project|projects\/topic)\/avatar\/(\d{1,15})\/([\w.+-]{1,255})$/

/**
 * An avatar that somebody sent, byte for byte, for paths such as `/uploads/-/system/user/avatar/2/jane.png`: to anyone
 * those of users and topics, and of groups and projects that are public. Undefined where there is none.
 */
export function avatarFileAnswer(store: Store, path: string): Answer | undefined {
  const [, what = '', id = '', filename = ''] = filePlace.exec(path) ?? []
  const kind = what === 'projects/topic' ? 'topic' : what
  if (!isOpen(store, kind, Number(id))) return undefined
  const avatar = store.uploads
    .by('holder', targetKey(kind, Number(id)))
    .find((one) => one.kind === 'avatar' && one.filename === filename)
  const type = pictureType(filename)
  return avatar && type
    ? { status: 200, headers: {}, file: { body: avatar.bytes, type } }
    : undefined
}

function isOpen(store: Store, kind: string, id: number): boolean {
  if (kind === 'group') return store.namespaces.get(id)?.visibility_level === 20
  return kind !== 'project' || store.projects.get(id)?.visibility_level === 20
}
