import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { pageCatalogue } from '@kufang/contract/document/catalogue/page-catalogue.ts'
import { refusalCatalogue } from '@kufang/contract/document/catalogue/refusal-catalogue.ts'
import type { AnyDocument } from '@kufang/contract/document/declare/define-document.ts'
import { registry } from '@kufang/contract/registry.ts'
import { personActions, rolesFor } from '@kufang/contract/document/decide.ts'
import { describe, expect, test } from 'vitest'
import '../../effects.ts'
import { effectsOf } from '../effects/effects.ts'

const documents = Object.entries<AnyDocument>(registry.documents)

describe('every document of the registry', () => {
  test.each(documents)(
    '%s is held to the conformance suite by its own test file',
    (name, definition) => {
      expect(definition.name).toBe(name)
      const file = new URL(`../../${definition.area}/${name}.test.ts`, import.meta.url)
      expect(existsSync(file), `${file.pathname} is missing`).toBe(true)
      expect(
        readFileSync(file, 'utf8'),
        `${file.pathname} does not call testConformance`,
      ).toContain(`testConformance('${name}')`)
    },
  )

  test.each(documents)(
    '%s has an effect for every action that moves goods or leads to no one state, and none for others than its actions',
    (name, definition) => {
      const actions = Object.entries(definition.actions)
      const effects = actions.length === 0 ? [] : Object.keys(effectsOf(name).actions)
      const needing = actions.filter(([, { to, isPreviewed }]) => to === null || isPreviewed)
      expect(effects).toEqual(expect.arrayContaining(needing.map(([action]) => action)))
      expect(actions.map(([action]) => action)).toEqual(expect.arrayContaining(effects))
    },
  )

  test.each(documents)(
    '%s: every action has a page and every state a way on, in or out',
    (_name, definition) => {
      for (const action of Object.keys(personActions(definition)))
        expect(rolesFor(definition, action), action).not.toEqual([])
      for (const [path, page] of Object.entries(definition.pages)) {
        expect(page.actions, `${path}: what is done there? Nothing is without the key`).not.toEqual(
          [],
        )
        for (const action of page.actions ?? []) {
          // If a worklist shows no state the action starts from, its button can never be used.
          const { from } = definition.actions[action]!
          if (page.states)
            expect(
              from.some((state) => page.states!.includes(state)),
              `${path}: ${action}`,
            ).toBe(true)
        }
      }
    },
  )

  test.each(documents)(
    '%s: the action after creation requires no input, because no dialog asks for it',
    (_name, { pages, actions }) => {
      for (const [path, { actionAfterCreate }] of Object.entries(pages)) {
        if (actionAfterCreate === undefined) continue
        const { input = {}, lineInput = {} } = actions[actionAfterCreate]!
        const required = Object.entries({ ...input, ...lineInput }).filter(
          ([, field]) => field.required,
        )
        expect(required, `${path}: ${actionAfterCreate}`).toEqual([])
      }
    },
  )

  test('each page belongs to the catalogue, once', () => {
    const paths = registry.pages.map((page) => page.path)
    expect(new Set(paths).size).toBe(paths.length)
    for (const path of paths)
      expect(pageCatalogue.filter((page) => page.path === path)).toHaveLength(1)
  })

  test('each refusal stands in one of the catalogues only, and none of them is left out', async () => {
    const folder = new URL('../../../../packages/contract/src/document/catalogue/', import.meta.url)
    const files = readdirSync(folder).filter((file) => file.endsWith('-refusals.ts'))
    const modules = await Promise.all(
      files.map((file) => import(new URL(file, folder).href) as Promise<Record<string, object>>),
    )
    // Other lists are of codes that stand in a catalogue.
    const catalogues = modules
      .flatMap((one) => Object.values(one))
      .filter((one) =>
        Object.values<object | string>({ ...one }).every(
          (entry) => typeof entry === 'object' && 'status' in entry,
        ),
      )
    expect(catalogues.length).toBeGreaterThan(20)
    const found = catalogues.flatMap((one) => Object.keys(one))
    expect(Object.keys(refusalCatalogue).toSorted()).toEqual(found.toSorted())
  })

  test('every refusal says the same numbers in both languages', () => {
    const names = (text: string) =>
      [...new Set([...text.matchAll(/\{(\w+)\}/g)].map((match) => match[1]!))].sort((one, other) =>
        one.localeCompare(other),
      )
    for (const [code, entry] of Object.entries(refusalCatalogue)) {
      expect(entry.zh, code).toMatch(/\p{Script=Han}|^\{\w+\}$/u)
      expect(entry.en, code).not.toMatch(/\p{Script=Han}/u)
      expect(names(entry.en), code).toEqual(names(entry.zh))
    }
  })
})
