import type { Email } from '../../../contract/generated/v3/contract.ts'
import type { EmailRecord } from '../../../store/models/email.ts'

export function emailResource({ id, email }: EmailRecord): Email {
  return { id, email }
}
