import type { ICellEditorComp, ICellEditorParams } from 'ag-grid-community'
import { useSyncExternalStore } from 'react'
import type { ComponentType, ReactNode, ReactPortal } from 'react'
import { createPortal, flushSync } from 'react-dom'
import type { GridColumn } from './grid-column.ts'

/**
 * React content of a table: AG Grid creates and removes elements, React renders into them through portals. One instance
 * per table.
 *
 * AG Grid creates and removes hundreds of cells at once. Listeners are notified once afterwards in a microtask, so that
 * React renders before the browser paints and nothing is copied per cell.
 */
export class GridContents {
  readonly #portals = new Map<HTMLElement, ReactPortal>()
  readonly #listeners = new Set<() => void>()
  #snapshot: readonly ReactPortal[] = []
  #made = 0
  #isTelling = false

  /** An element for AG Grid without a box of its own, so that the content determines the layout. */
  element(): HTMLElement {
    const element = document.createElement('span')
    element.style.display = 'contents'
    return element
  }

  set(element: HTMLElement, content: ReactNode): void {
    const key = this.#portals.get(element)?.key ?? String((this.#made += 1))
    this.#portals.set(element, createPortal(content, element, key))
    this.#tell()
  }

  delete(element: HTMLElement): void {
    this.#portals.delete(element)
    this.#tell()
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  readonly get = (): readonly ReactPortal[] => this.#snapshot

  /** Renders synchronously, before the next key is handled. */
  drawNow(): void {
    flushSync(() => this.#draw())
  }

  #tell(): void {
    if (this.#isTelling) return
    this.#isTelling = true
    queueMicrotask(() => {
      if (this.#isTelling) this.#draw()
    })
  }

  #draw(): void {
    this.#isTelling = false
    this.#snapshot = [...this.#portals.values()]
    for (const listener of this.#listeners) listener()
  }
}

/** Renders the portals; placed beside AG Grid, so that contents have the contexts of the table. */
export function DrawnContents({ contents }: { contents: GridContents }): ReactNode {
  return useSyncExternalStore(contents.subscribe, contents.get)
}

/** The context of every AG Grid instance. */
export interface HasContents {
  contents: GridContents
}

/** The interface of a grid component: a cell, an editor, a header. */
interface DrawnPart<Params> {
  init(params: Params): void
  getGui(): HTMLElement
  /** Called with new parameters; true, because nothing must be recreated. */
  refresh(params: Params): boolean
  /** Renders its content synchronously. */
  drawNow(): void
  destroy(): void
}

/** A grid component with React content; `params` are the parameters from AG Grid. */
export function drawnBy<Params extends { context: unknown }>(
  Content: ComponentType<Params>,
): new () => DrawnPart<Params> {
  return class implements DrawnPart<Params> {
    #contents: GridContents | null = null
    #element: HTMLElement | null = null

    init(params: Params): void {
      this.#contents = (params.context as HasContents).contents
      this.#element = this.#contents.element()
      this.refresh(params)
    }

    getGui(): HTMLElement {
      return this.#element ?? document.createElement('span')
    }

    refresh(params: Params): boolean {
      if (this.#element !== null) this.#contents?.set(this.#element, <Content {...params} />)
      return true
    }

    drawNow(): void {
      this.#contents?.drawNow()
    }

    destroy(): void {
      if (this.#element !== null) this.#contents?.delete(this.#element)
    }
  }
}

/** The parameters of a React editor in addition to those of AG Grid. */
export interface EditorParams<Row> extends ICellEditorParams<Row, string> {
  gridColumn: GridColumn<Row>
  /** Called on each change. */
  onValueChange: (value: string | null | undefined) => void
}

/** The class of an editor; `init` also receives the column definition. */
export type CellEditorClass = new () => Pick<ICellEditorComp, 'getGui' | 'getValue'>

/** A cell editor rendered by React; the value stays unchanged until it reports a change. */
export function cellEditor(Editor: ComponentType<EditorParams<never>>): CellEditorClass {
  return class extends drawnBy(Editor) {
    #value: string | null | undefined = undefined

    readonly #say = (value: string | null | undefined): void => {
      this.#value = value
    }

    /** `gridColumn` comes from the column definition. */
    override init(params: EditorParams<never>): void {
      this.#value = params.value
      super.init(params)
    }

    override refresh(params: EditorParams<never>): boolean {
      return super.refresh({ ...params, onValueChange: this.#say })
    }

    /** Render and focus in the same task as the key that starts editing, otherwise the next keys are lost. */
    afterGuiAttached(): void {
      this.drawNow()
    }

    getValue(): string | null | undefined {
      return this.#value
    }
  }
}
