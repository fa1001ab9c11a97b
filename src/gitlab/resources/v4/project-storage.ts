import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex } from '@noble/hashes/utils.js'
import type { ProjectStorage } from '../../../contract/generated/v4/contract.ts'
import type { ProjectRecord } from '../../../store/models/project.ts'

/** Returns the storage path that GitLab would use for a repository (`schemas/v4/resources/project-storage.json`). */
export function projectStorage({
  id,
  created_at,
  repository_storage,
}: ProjectRecord): ProjectStorage {
  const hash = bytesToHex(sha256(new TextEncoder().encode(String(id))))
  return {
    project_id: id,
    disk_path: `@hashed/${hash.slice(0, 2)}/${hash.slice(2, 4)}/${hash}`,
    created_at,
    repository_storage,
  }
}
