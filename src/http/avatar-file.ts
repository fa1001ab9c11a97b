import { pictureType } from '../gitlab/domain/uploads.ts'
import { targetKey } from '../store/record-keys.ts'
import type { Store } from '../store/store.ts'
import type { Answer } from './response.ts'

const place =
  /\/uploads\/-\/system\/(user|group|project|projects\/topic)\/avatar\/(\d{1,15})\/([\w.+-]{1,255})$/

/**
 * An avatar that somebody sent, byte for byte, for paths such as `/uploads/-/system/user/avatar/2/jane.png`: to anyone
 * those of users and topics, and of groups and projects that are public. Undefined where there is none.
 */
export function avatarFileAnswer(store: Store, path: string): Answer | undefined {
  const [, what = '', id = '', filename = ''] = place.exec(path) ?? []
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
