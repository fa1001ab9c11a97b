import type { Email } from '../../../contract/generated/contract.ts'
import type { EmailRecord } from '../../../store/models/email.ts'

export function emailResource({ id, email }: EmailRecord): Email {
  return { id, email }
}
