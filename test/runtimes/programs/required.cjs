const { createForge } = require('forgery')
const { listen } = require('forgery/server')

async function main() {
  const forge = await createForge({ seed: { users: [{ username: 'jane' }] } })
  const { url, close } = await listen(forge, { port: 0 })
  const response = await fetch(`${url}/api/v3/user`, { headers: { 'private-token': 'jane-token' } })
  const { username } = await response.json()
  await close()
  process.stdout.write(JSON.stringify(username))
}

main()
