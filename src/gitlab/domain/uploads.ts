import { requestTooLarge } from '../../contract/errors.ts'
import type { UploadedFile } from '../../contract/uploaded-file.ts'
import type { NamespaceRecord } from '../../store/models/namespace.ts'
import type { ProjectRecord } from '../../store/models/project.ts'
import type { TopicRecord } from '../../store/models/topic.ts'
import { MAX_UPLOADED_BYTES, type UploadRecord } from '../../store/models/upload.ts'
import type { UserRecord } from '../../store/models/user.ts'
import { targetKey } from '../../store/record-keys.ts'
import type { Store } from '../../store/store.ts'
import type { Context, SystemContext } from './context.ts'
import { checkNoErrors } from './validation.ts'

/** The record that an avatar belongs to. */
export type AvatarHolder =
  | { readonly kind: 'user'; readonly record: UserRecord }
  | { readonly kind: 'group'; readonly record: NamespaceRecord }
  | { readonly kind: 'project'; readonly record: ProjectRecord }
  | { readonly kind: 'topic'; readonly record: TopicRecord }

/** The media types that avatars may have, by file extension. */
const pictures: Readonly<Record<string, string>> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
  bmp: 'image/bmp',
  tiff: 'image/tiff',
  ico: 'image/vnd.microsoft.icon',
  webp: 'image/webp',
}

/** In KiB (`AVATAR_SIZE_LIMIT` in app/models/concerns/avatarable.rb). */
const MAX_AVATAR_SIZE = 200

/** Returns the media type of a picture by its file name; undefined for other files. */
export function pictureType(filename: string): string | undefined {
  return pictures[endingOf(filename)]
}

function endingOf(filename: string): string {
  return filename.slice(filename.lastIndexOf('.') + 1).toLowerCase()
}

/** Throws 400 for an avatar that is no picture or too large, and 413 where the forge's limit for uploads is reached. */
export function checkAvatar(
  context: Pick<Context, 'store'>,
  file: UploadedFile | null | undefined,
): void {
  if (!file) return
  const formats = [...new Set(Object.values(pictures))].join(', ')
  checkNoErrors({
    avatar: [
      ...(pictureType(file.name)
        ? []
        : [
            `file format is not supported. Please try one of the following supported formats: ${formats}`,
          ]),
      ...(file.size > MAX_AVATAR_SIZE * 1024
        ? [`is too big (should be at most ${MAX_AVATAR_SIZE} KiB)`]
        : []),
    ],
  })
  checkRoom(context, file)
}

/** Throws 413 for a file above the size limit of the instance, or where the forge's limit for uploads is reached. */
export function checkUpload(context: Context, file: UploadedFile): void {
  if (file.size > context.settings.max_attachment_size * 2 ** 20) throw requestTooLarge()
  checkRoom(context, file)
}

function checkRoom({ store }: Pick<Context, 'store'>, { size }: UploadedFile): void {
  const kept = store.uploads.all().reduce((sum, { bytes }) => sum + bytes.length, 0)
  if (kept + size > MAX_UPLOADED_BYTES) throw requestTooLarge()
}

/** Replaces the avatar of a record; null removes it, undefined leaves it. */
export function setAvatar(
  context: SystemContext,
  holder: AvatarHolder,
  file: UploadedFile | null | undefined,
): void {
  if (file === undefined) return
  const { store } = context
  const { kind } = holder
  const before = store.uploads.by('holder', targetKey(kind, holder.record.id))
  store.uploads.removeAll(before.filter((upload) => upload.kind === 'avatar'))
  const upload = file && keep(context, { kind: 'avatar', ...holderOf(holder) }, file)
  const place = kind === 'topic' ? 'projects/topic' : kind
  const avatar_url = upload
    ? `/uploads/-/system/${place}/avatar/${holder.record.id}/${upload.filename}`
    : null
  changeAddress(store, holder, avatar_url)
}

type Holder = Partial<Pick<UploadRecord, 'user_id' | 'group_id' | 'project_id' | 'topic_id'>>

function holderOf({ kind, record: { id } }: AvatarHolder): Holder {
  switch (kind) {
    case 'user':
      return { user_id: id }
    case 'group':
      return { group_id: id }
    case 'project':
      return { project_id: id }
    case 'topic':
      return { topic_id: id }
  }
}

function changeAddress(store: Store, holder: AvatarHolder, avatar_url: string | null): void {
  switch (holder.kind) {
    case 'user':
      store.users.replace(holder.record, { avatar_url })
      break
    case 'group':
      store.namespaces.replace(holder.record, { avatar_url })
      break
    case 'project':
      store.projects.replace(holder.record, { avatar_url })
      break
    case 'topic':
      store.topics.replace(holder.record, { avatar_url })
  }
}

/** Stores an upload of a project. */
export function addUpload(
  context: SystemContext,
  project: ProjectRecord,
  author: UserRecord,
  file: UploadedFile,
): UploadRecord {
  return keep(context, { kind: 'file', project_id: project.id, author_id: author.id }, file)
}

/** Stores an upload of a project's wiki. */
export function addWikiFile(
  context: SystemContext,
  project: ProjectRecord,
  author: UserRecord,
  file: UploadedFile,
): UploadRecord {
  return keep(context, { kind: 'wiki_file', project_id: project.id, author_id: author.id }, file)
}

/** Returns the Markdown that refers to an upload; pictures are embedded. */
export function markdownOf({ secret, filename }: UploadRecord) {
  const isPicture = pictureType(filename) !== undefined
  const alt = isPicture ? filename.slice(0, filename.lastIndexOf('.')) : filename
  const url = `/uploads/${secret}/${filename}`
  return { alt, url, markdown: `${isPicture ? '!' : ''}[${alt}](${url})` }
}

function keep(
  { store, now, random }: SystemContext,
  of: Pick<UploadRecord, 'kind'> & Holder & Partial<Pick<UploadRecord, 'author_id'>>,
  { name, bytes }: UploadedFile,
): UploadRecord {
  const digits = Array.from({ length: 32 }, () => Math.floor(random() * 16).toString(16))
  return store.uploads.insert({
    ...of,
    secret: digits.join(''),
    filename: plainName(name),
    bytes: bytes.slice(),
    created_at: now,
  })
}

/** Returns a file name as CarrierWave sanitizes it: without folders, and with `_` for special characters. */
function plainName(name: string): string {
  const own = name.split(/[/\\]/).at(-1) ?? ''
  const plain = own.replace(/[^a-zA-Z0-9.\-+_]/g, '_').slice(-255)
  return /^\.*$/.test(plain) ? `_${plain}` : plain
}

export function removeUpload({ store }: Pick<SystemContext, 'store'>, upload: UploadRecord): void {
  store.uploads.remove(upload)
}

/** Removes the uploads of a record that is itself removed. */
export function removeUploads(
  { store }: Pick<SystemContext, 'store'>,
  kind: AvatarHolder['kind'],
  id: number,
): void {
  store.uploads.removeAll(store.uploads.by('holder', targetKey(kind, id)))
}
