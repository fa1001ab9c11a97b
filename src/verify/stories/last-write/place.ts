import type { TestContext } from '../../story/test-context.ts'

/** A project and its master, for stories that write nothing of either: they run one after the other. */
export async function createPlace(t: TestContext) {
  const jane = await t.plainUser()
  const project = await t.project({ members: [[jane, 'master']] })
  return { jane, project }
}
