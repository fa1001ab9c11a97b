import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { lacksChromium, titleOf } from '../browser/chromium.ts'
import { type ServedConsole, startConsole } from './open-console.ts'

describe.skipIf(lacksChromium)(titleOf('the deliveries of the console'), () => {
  let served: ServedConsole
  let receiver: Server
  let received = 0
  beforeAll(async () => {
    receiver = createServer((_, response) => {
      received++
      response.writeHead(received === 1 ? 500 : 200).end()
    })
    await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
    served = await startConsole({ seed: { users: [{ username: 'root', admin: true }] } })
  })
  afterAll(async () => {
    await served?.close()
    receiver?.close()
  })

  it('appear as they end, say what became of them, and are sent again', async () => {
    const { page, problems, faults, close } = await served.open('deliveries')
    await page.getByText('Nothing was sent yet').waitFor()
    const { port } = receiver.address() as AddressInfo
    const headers = { 'private-token': 'root-token' }
    const url = encodeURIComponent(`http://127.0.0.1:${port}/<b>hook</b>`)
    const create = (path: string) =>
      fetch(`${served.server.url}/api/v4${path}`, { method: 'POST', headers })
    await create(`/hooks?url=${url}`)
    await create('/projects?name=shop')
    await page.getByText('2 deliveries').waitFor()
    await page.locator('.table-row').last().click()
    const detail = page.getByRole('region', { name: 'Delivery', exact: true })
    await expect.poll(() => detail.innerText()).toMatch(/500[\s\S]*"project_create"/)
    await expect.poll(() => page.url()).toMatch(/\/_forge\/deliveries\/1$/)
    expect(await faults()).toEqual([])
    await detail.getByRole('button', { name: 'Send again' }).click()
    await page.getByText('3 deliveries').waitFor()
    expect(received).toBe(3)
    expect(served.worlds.default.forge.deliveries).toMatchObject([
      { event: 'project_create', status: 500 },
      { event: 'user_add_to_team', status: 200 },
      { event: 'project_create', status: 200 },
    ])
    expect(problems).toEqual([])
    await close()
  })
})
