import type { Area } from '@kufang/contract/document/declare/area.ts'
import type { Label } from '@kufang/contract/document/declare/label.ts'
import type { Paths } from '../../platform/openapi/open-api.ts'

/**
 * The tags in use, each with what belongs to it.
 * @param words those of routes that belong to no declaration
 */
export function tagsOf(
  paths: Paths,
  words: Readonly<Record<string, Label>>,
  declared: readonly { area: Area; label: Label }[],
): { name: string; description: string }[] {
  const byArea = Map.groupBy(declared, ({ area }) => area as string)
  const used = Object.values(paths).flatMap((path) =>
    Object.values(path).flatMap(({ tags }) => tags),
  )
  return [...new Set(used)].toSorted().map((name) => {
    const labels = byArea.get(name)?.map(({ label }) => label) ?? []
    const all = [...(words[name] === undefined ? [] : [words[name]]), ...labels]
    if (all.length === 0) throw new Error(`the tag ${name} has no words`)
    return {
      name,
      description: `${all.map(({ zh }) => zh).join('、')} / ${all.map(({ en }) => en).join(', ')}`,
    }
  })
}
