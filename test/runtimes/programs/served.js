import { createForge } from 'forgery'
import { connect } from 'forgery/client'
import { listen } from 'forgery/server'
import { createAndList, seed } from './library.js'

const { url, close } = await listen(await createForge({ seed }), { port: 0 })
const forge = connect(url)
const listed = await createAndList(fetch, 'It leaks', `${url}/api/v3/projects/jane%2Fwebsite`)
const world = await forge.worlds.create({ name: 'other', seed })
const ofWorld = `${world.url}/api/v3/projects/jane%2Fwebsite`
await world.faults.add({ operation: 'createIssue', status: 503, times: 1 })
const refused = await createAndList(fetch, 'It leaks', ofWorld)
await forge.reset()
const entry = await world.requests.find({ operation: 'createIssue' })
await close()
process.stdout.write(JSON.stringify({ listed, refused, status: entry.status }))
