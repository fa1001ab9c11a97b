import { expect, it } from 'vitest'
import { environmentSlug } from '../../../../src/gitlab/domain/builds/environments.ts'

it.each([
  ['production', 'production'],
  ['review/Side', 'review-side-00000z'],
  ['Production', 'production-00000z'],
  ['1st', 'env-1st-00000z'],
  ['a-name-that-is-longer-than-24', 'a-name-that-is-lo-00000z'],
])('the slug of %s is %s', (name, slug) => {
  expect(environmentSlug({ id: 35, name })).toBe(slug)
})
