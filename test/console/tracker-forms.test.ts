import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Seed } from '../../src/seed/schema.ts'
import { lacksChromium, titleOf } from '../browser/chromium.ts'
import { numberOf, type ServedConsole, startConsole } from './open-console.ts'

const many = (name: string) => Array.from({ length: 105 }, (_, index) => `${name}${index + 1}`)

/** More of each kind than a page of the API has. */
const crowded: Seed = {
  users: [{ username: 'root', admin: true }, ...many('person').map((username) => ({ username }))],
  projects: [
    {
      path: 'root/site',
      members: Object.fromEntries(many('person').map((username) => [username, 'developer'])),
      labels: many('label').map((title) => ({ title, color: '#d9534f' })),
      milestones: many('stage').map((title) => ({ title })),
      repository: {
        commits: [
          {
            message: 'Begin',
            author: 'root',
            actions: [{ action: 'create', file_path: 'README.md', content: 'Hi' }],
          },
        ],
        branches: Object.fromEntries(many('branch').map((name) => [name, 'master'])),
      },
    },
  ],
}

describe.skipIf(lacksChromium)(titleOf('the forms of issues and merge requests'), () => {
  let served: ServedConsole
  beforeAll(async () => {
    served = await startConsole()
  })
  afterAll(() => served?.close())

  const ask = async (path: string, method = 'GET') => {
    const headers = { 'private-token': served.worlds.default.forge.tokens.root ?? '' }
    const answer = await fetch(`${served.server.url}/api/v4${path}`, { method, headers })
    return answer.json()
  }
  const website = 'projects/tidewater/website'

  it('open an issue, and say something of it and close it, as whoever is acted as', async () => {
    const { page, problems, close } = await served.open(`${website}/-/issues`)
    await page.getByLabel('Acting as').selectOption('marta')
    const count = Number(await page.locator('[aria-current] .tab-count').innerText())
    await page.getByRole('link', { name: 'New issue' }).click()
    await page.getByLabel('Title').fill('The tide table is a day late')
    await page.getByLabel('Description').fill('Since Monday.')
    await page.getByRole('button', { name: 'Create issue' }).click()
    await page.getByRole('heading', { name: 'The tide table is a day late' }).waitFor()
    const counted = page.locator('.project-head .tab-count')
    await expect.poll(async () => Number(await counted.innerText())).toBe(count + 1)
    await page.getByRole('textbox', { name: 'Comment' }).fill('It was the clock.')
    await page.keyboard.press('Control+Enter')
    await page.locator('.comment').getByText('It was the clock.').waitFor()
    await page.getByRole('button', { name: 'Close issue' }).click()
    await page.getByRole('button', { name: 'Reopen issue' }).waitFor()
    await expect.poll(async () => Number(await counted.innerText())).toBe(count)
    const iid = await numberOf(page, 'issues')
    const issue = await ask(`/projects/tidewater%2Fwebsite/issues/${iid}`)
    expect([issue.author.username, issue.state, issue.user_notes_count]).toEqual([
      'marta',
      'closed',
      1,
    ])
    expect(problems).toEqual([])
    await close()
  })

  it('edit an issue: what was not changed is not sent', async () => {
    const { page, problems, faults, close } = await served.open(`${website}/-/issues/6`)
    const before = await ask('/projects/tidewater%2Fwebsite/issues/6')
    await page.getByRole('button', { name: 'Edit' }).click()
    const form = page.getByRole('dialog', { name: 'Edit' })
    const [sent] = await Promise.all([
      page.waitForRequest((request) => request.method() === 'PUT'),
      (async () => {
        await form.getByLabel('Title').fill('The map shows another coast')
        await form.getByLabel('Assignee').selectOption({ index: 2 })
        await form.getByLabel('Due').fill('2017-03-01')
        expect(await faults()).toEqual([])
        await form.getByRole('button', { name: 'Save' }).click()
      })(),
    ])
    expect(Object.keys(sent.postDataJSON())).toEqual(['title', 'assignee_ids', 'due_date'])
    await page.getByRole('heading', { name: 'The map shows another coast' }).waitFor()
    const { title, due_date, labels, milestone } = await ask(
      '/projects/tidewater%2Fwebsite/issues/6',
    )
    expect({ title, due_date, labels, milestone }).toEqual({
      title: 'The map shows another coast',
      due_date: '2017-03-01',
      labels: before.labels,
      milestone: before.milestone,
    })
    expect(problems).toEqual([])
    await close()
  })

  it('open a merge request, edit it, close it and open it again', async () => {
    const { page, problems, faults, close } = await served.open(`${website}/-/merge_requests`)
    const path = '/projects/tidewater%2Fwebsite/merge_requests'
    await ask('/projects/tidewater%2Fwebsite/repository/branches?branch=tides&ref=master', 'POST')
    await page.getByRole('link', { name: 'New merge request' }).click()
    const opening = page.getByRole('dialog', { name: 'New merge request' })
    await opening.getByLabel('Title').fill('Show the tides')
    await opening.getByLabel('a draft').check()
    await opening.getByLabel('Description').fill('Hour by hour.')
    await opening.getByLabel('Source branch').selectOption('tides')
    await opening.getByLabel('Reviewer').selectOption({ label: 'Jonas Abel (jonas)' })
    await opening.getByLabel('Milestone').selectOption({ index: 1 })
    await opening.getByRole('checkbox', { name: 'bug' }).check()
    expect(await faults()).toEqual([])
    await opening.getByRole('button', { name: 'Create merge request' }).click()
    await page.getByRole('heading', { name: 'Draft: Show the tides' }).waitFor()
    const iid = await numberOf(page, 'merge_requests')
    expect(await ask(`${path}/${iid}`)).toMatchObject({
      draft: true,
      description: 'Hour by hour.',
      source_branch: 'tides',
      target_branch: 'master',
      labels: ['bug'],
      milestone: { id: expect.any(Number) },
      assignee: null,
      reviewers: [{ username: 'jonas' }],
    })
    await page.getByRole('button', { name: 'Edit' }).click()
    const form = page.getByRole('dialog', { name: 'Edit' })
    await expect.poll(() => form.getByLabel('Title').inputValue()).toBe('Show the tides')
    await form.getByLabel('a draft').uncheck()
    await form.getByLabel('Assignee').selectOption({ index: 1 })
    await form.getByLabel('Reviewer').selectOption('nobody')
    await form.getByRole('checkbox', { name: 'bug' }).uncheck()
    await form.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('heading', { name: '!', exact: false }).getByText('Draft').waitFor({
      state: 'detached',
    })
    expect(await ask(`${path}/${iid}`)).toMatchObject({
      title: 'Show the tides',
      draft: false,
      labels: [],
      milestone: { id: expect.any(Number) },
      assignee: { id: expect.any(Number) },
      reviewers: [],
    })
    await page.getByRole('button', { name: 'Close merge request' }).click()
    await page.locator('.page-head .state.is-closed').waitFor()
    await page.getByRole('button', { name: 'Reopen' }).click()
    await page.locator('.page-head .state.is-opened').waitFor()
    expect((await ask(`${path}/${iid}`)).state).toBe('opened')
    expect(problems).toEqual([])
    await close()
  })

  it('have an address, to which what a push prints leads, with what it says in the form', async () => {
    await ask('/projects/tidewater%2Fwebsite/repository/branches?branch=harbour&ref=master', 'POST')
    const list = '/tidewater/website/-/merge_requests'
    const { page, problems, close } = await served.open(
      `${list}/new?merge_request%5Bsource_branch%5D=harbour&merge_request%5Btitle%5D=Draft:+The+harbour`,
    )
    const form = page.getByRole('dialog', { name: 'New merge request' })
    await expect.poll(() => form.getByLabel('Source branch').inputValue()).toBe('harbour')
    await expect.poll(() => form.getByLabel('Target branch').inputValue()).toBe('master')
    await expect.poll(() => form.getByLabel('Title').inputValue()).toBe('The harbour')
    await expect.poll(() => form.getByLabel('a draft').isChecked()).toBe(true)
    await form.getByRole('button', { name: 'Cancel' }).click()
    await expect.poll(() => page.url()).toBe(`${served.server.url}/_forge/projects${list}`)
    await page.goto(`${served.server.url}/_forge/projects${list}?state=closed`)
    await page.getByRole('link', { name: 'New merge request' }).click()
    await expect.poll(() => new URL(page.url()).pathname).toMatch(/\/merge_requests\/new$/)
    await form.getByLabel('Title').waitFor()
    await page.keyboard.press('Escape')
    await expect.poll(() => page.url()).toMatch(/\/merge_requests\?state=closed$/)
    await form.waitFor({ state: 'detached' })
    await page.goto(`${served.server.url}/tidewater/website/-/issues/new?issue%5Btitle%5D=Fog`)
    await expect.poll(() => page.getByLabel('Title').inputValue()).toBe('Fog')
    expect(problems).toEqual([])
    await close()
  })

  it('are beside branches that are found, where there are too many', async () => {
    await served.worlds.create({ name: 'branched', seed: crowded })
    const { page, problems, faults, close } = await served.open(
      '/w/branched/_forge/projects/root/site',
    )
    for (const part of ['tree', 'commits']) {
      await page.goto(`${served.server.url}/w/branched/_forge/projects/root/site/-/${part}`)
      const choice = page.getByLabel('Revision', { exact: true })
      await expect.poll(() => choice.getByRole('option').count()).toBeGreaterThan(90)
      expect(await choice.getByRole('option', { name: 'branch99' }).count()).toBe(0)
      await page.getByLabel('Find a revision').fill('branch99')
      await choice.getByRole('option', { name: 'branch99' }).waitFor({ state: 'attached' })
      expect(await faults()).toEqual([])
      await choice.selectOption('branch99')
      await expect.poll(() => page.url()).toMatch(new RegExp(`/-/${part}/branch99$`))
    }
    expect(problems).toEqual([])
    await close()
  })

  it('find what is on no first page of a kind, and keep what was chosen', async () => {
    await served.worlds.create({ name: 'crowded', seed: crowded })
    const { page, problems, faults, close } = await served.open(
      '/w/crowded/_forge/projects/root/site/-/merge_requests/new',
      { width: 390 },
    )
    const form = page.getByRole('dialog', { name: 'New merge request' })
    await form.getByLabel('Title').fill('Crowded')
    const choose = async (name: string, title: string) => {
      const choice = form.getByLabel(name, { exact: true })
      const option = choice.getByRole('option', { name: title, exact: true })
      expect([title, await option.count()]).toEqual([title, 0])
      await form.getByLabel(`Find ${name.toLowerCase()}`).fill(title.split(' ')[0] ?? '')
      await option.waitFor({ state: 'attached' })
      await choice.selectOption(title)
      await expect.poll(() => choice.getByRole('option').count()).toBeGreaterThan(90)
    }
    await choose('Source branch', 'branch99')
    await choose('Assignee', 'person105 (person105)')
    await choose('Reviewer', 'person104 (person104)')
    await choose('Milestone', 'stage99')
    for (const name of ['label1', 'label99']) {
      await form.getByLabel('Find labels').fill(name)
      await form.getByRole('checkbox', { name, exact: true }).check()
    }
    expect(await faults()).toEqual([])
    await form.getByRole('button', { name: 'Create merge request' }).click()
    await page.getByRole('heading', { name: 'Crowded' }).waitFor()
    const headers = { 'private-token': 'root-token' }
    const api = `${served.server.url}/w/crowded/api/v4/projects/root%2Fsite/merge_requests/1`
    expect(await (await fetch(api, { headers })).json()).toMatchObject({
      source_branch: 'branch99',
      assignee: { username: 'person105' },
      reviewers: [{ username: 'person104' }],
      milestone: { title: 'stage99' },
      labels: ['label1', 'label99'],
    })
    expect(problems).toEqual([])
    await close()
  })
})
