import { useLibrary } from './library.js'

process.stdout.write(JSON.stringify(await useLibrary()))
