import type { Answer } from './response.ts'

const side = 128

/** A picture that the forge draws itself, for paths such as `/avatars/jane-doe.svg`. */
export function avatarAnswer(path: string): Answer | undefined {
  const name = /\/avatars\/([\w.-]{1,100})\.svg$/.exec(path)?.[1]
  if (name === undefined) return undefined
  return { status: 200, headers: {}, file: { body: drawAvatar(name), type: 'image/svg+xml' } }
}

/** The initials of a name on a colour of its own: the same for the same name. */
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
