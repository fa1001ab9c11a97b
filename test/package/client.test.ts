import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { rolldown } from 'rolldown'
import { expect, it } from 'vitest'
import { root } from './root.ts'

it('is small, and imports nothing of Node', async () => {
  const bundle = await rolldown({
    input: join(root, 'dist/client.js'),
    platform: 'browser',
    external: /^node:/,
  })
  const { output } = await bundle.generate({ format: 'esm', minify: true })
  expect(output).toHaveLength(1)
  const [{ code, imports, dynamicImports }] = output
  expect([...imports, ...dynamicImports]).toEqual([])
  expect(gzipSync(code).length).toBeLessThanOrEqual(3500)
  expect(code).not.toMatch(/\bprocess\b|\bBuffer\b|\brequire\(/)
})
