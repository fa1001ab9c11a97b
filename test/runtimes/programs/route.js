// app/forge/[...path]/route.js of a Next.js application.
import { createForge } from 'forgery'
import { application } from 'forgery/application'
import { seed } from './library.js'

const forge = application(await createForge({ seed }), { basePath: '/forge' })

export const GET = forge.fetch
export const HEAD = forge.fetch
export const POST = forge.fetch
export const PUT = forge.fetch
export const DELETE = forge.fetch
export const OPTIONS = forge.fetch
