import { z } from '../../shared/zod.ts'

/** An ISO 8601 timestamp, as in the API. */
export const timestamp = z.string()

/** A date, as YEAR-MONTH-DAY. */
export const day = z.string()

/** `visibility_level` of projects, groups and snippets (`visibilityLevels`). */
export const visibilityLevel = z.union([z.literal(0), z.literal(10), z.literal(20)])

/** 10 guest, 15 planner, 20 reporter, 30 developer, 40 master, 50 owner (`access_level` of members). */
export const accessLevel = z.union([
  z.literal(10),
  z.literal(15),
  z.literal(20),
  z.literal(30),
  z.literal(40),
  z.literal(50),
])

/** The default creation time of records, constant so that a world is reproducible. */
export const epoch = '2016-12-22T09:00:00.000Z'
