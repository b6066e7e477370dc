import type { ICellEditorComp, ICellEditorParams } from 'ag-grid-community'
import { useSyncExternalStore } from 'react'
import type { ComponentType, ReactNode, ReactPortal } from 'react'
import { createPortal, flushSync } from 'react-dom'
import type { GridColumn } from './grid-column.ts'

/**
 * What React draws inside of a table: the engine makes an element and says when it goes, React
 * fills it. One book per table.
 *
 * The engine makes and drops cells by the hundred in one go. What it did is told once, in a
 * microtask behind it: React draws before the browser paints, and nothing is copied for each cell.
 */
export class GridContents {
  readonly #portals = new Map<HTMLElement, ReactPortal>()
  readonly #listeners = new Set<() => void>()
  #snapshot: readonly ReactPortal[] = []
  #made = 0
  #isTelling = false

  /** An element for the engine; it is no box of its own, so that the cell's layout is the content's. */
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

  /** Has everything drawn before it returns, for what the next key is meant for. */
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

/** Draws them; stands beside the engine, so that contents have the contexts of the table. */
export function DrawnContents({ contents }: { contents: GridContents }): ReactNode {
  return useSyncExternalStore(contents.subscribe, contents.get)
}

/** The context every table gives its engine. */
export interface HasContents {
  contents: GridContents
}

/** What the engine calls of a part of it: a cell, an editor, a header. */
interface DrawnPart<Params> {
  init(params: Params): void
  getGui(): HTMLElement
  /** With what changed; true, for nothing has to be made anew. */
  refresh(params: Params): boolean
  /** Has its content drawn before it returns. */
  drawNow(): void
  destroy(): void
}

/** A part of the engine whose content is React's; `params` are what the engine tells of it. */
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

/** What an editor by React gets beside the engine's words. */
export interface EditorParams<Row> extends ICellEditorParams<Row, string> {
  gridColumn: GridColumn<Row>
  /** Each change is said here. */
  onValueChange: (value: string | null | undefined) => void
}

/** The class of an editor: its `init` gets what the column's definition adds, so it takes no others. */
export type CellEditorClass = new () => Pick<ICellEditorComp, 'getGui' | 'getValue'>

/** A cell's editor by React; until it says a change, the value stays. */
export function cellEditor(Editor: ComponentType<EditorParams<never>>): CellEditorClass {
  return class extends drawnBy(Editor) {
    #value: string | null | undefined = undefined

    readonly #say = (value: string | null | undefined): void => {
      this.#value = value
    }

    /** The definitions of columns give `gridColumn`. */
    override init(params: EditorParams<never>): void {
      this.#value = params.value
      super.init(params)
    }

    override refresh(params: EditorParams<never>): boolean {
      return super.refresh({ ...params, onValueChange: this.#say })
    }

    /** Drawn and focused within the turn of the key that began it, or the next keys would be lost. */
    afterGuiAttached(): void {
      this.drawNow()
    }

    getValue(): string | null | undefined {
      return this.#value
    }
  }
}
