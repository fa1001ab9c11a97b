import { describe, expect, it } from 'vitest'
import {
  coverageLines,
  coverageWith,
  exercisedIn,
  percent,
} from '../../../src/adapters/vitest/coverage.ts'
import type { Coverage } from '../../../src/forge/journal/coverage.ts'

const nothing: Coverage = {
  operations: [
    { api: 'v3', operation: 'listUsers', statuses: { 200: 0, 401: 0 } },
    { api: 'v3', operation: 'createIssue', statuses: { 201: 0, 400: 0 } },
  ],
  share: 0,
}

describe('coverage of many tests', () => {
  it('is the sum of what each exercised, other statuses than those of the contract included', () => {
    const sum = coverageWith(nothing, [
      { 'v3 createIssue': { 201: 1 } },
      { 'v3 createIssue': { 201: 2, 503: 1 } },
      {},
    ])
    expect(sum).toEqual({
      operations: [
        { api: 'v3', operation: 'listUsers', statuses: { 200: 0, 401: 0 } },
        { api: 'v3', operation: 'createIssue', statuses: { 201: 3, 400: 0, 503: 1 } },
      ],
      share: 0.5,
    })
    expect(exercisedIn(sum)).toEqual({ 'v3 createIssue': { 201: 3, 503: 1 } })
    expect(exercisedIn(nothing)).toEqual({})
  })

  it('is reported operation by operation', () => {
    const half = coverageWith(nothing, [{ 'v3 createIssue': { 201: 3 } }])
    const heading = 'API of the forge: 1 of 2 operations exercised (50.0%)'
    expect(coverageLines(half, 'exercised')).toEqual([heading, '  createIssue  201 ×3  (not 400)'])
    expect(coverageLines(half, 'all')).toEqual([
      heading,
      '  listUsers    (not 200, 401)',
      '  createIssue  201 ×3  (not 400)',
    ])
    expect(coverageLines(half, 'none')).toEqual([heading])
  })

  it('is of the APIs that are called, whose names stand beside the operations where they are several', () => {
    const both: Coverage = {
      operations: [
        ...nothing.operations,
        { api: 'v4', operation: 'createIssue', statuses: { 201: 0 } },
      ],
      share: 0,
    }
    const ofV4 = coverageWith(both, [{ 'v4 createIssue': { 201: 1 } }])
    expect(ofV4.share).toBe(1)
    expect(coverageLines(ofV4, 'all')).toEqual([
      'API of the forge: 1 of 1 operations exercised (100.0%)',
      '  createIssue  201 ×1',
    ])
    const ofBoth = coverageWith(both, [
      { 'v4 createIssue': { 201: 1 } },
      { 'v3 createIssue': { 201: 1 } },
    ])
    expect(coverageLines(ofBoth, 'exercised').slice(1)).toEqual([
      '  v3 createIssue  201 ×1  (not 400)',
      '  v4 createIssue  201 ×1',
    ])
    expect(coverageWith(both, []).operations).toHaveLength(3)
  })

  it('is never rounded up', () => {
    expect([percent(0.9999), percent(1), percent(0), percent(0.57)]).toEqual([
      '99.9%',
      '100.0%',
      '0.0%',
      '57.0%',
    ])
  })
})
