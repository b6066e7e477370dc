import type { ICellEditorComp, ICellEditorParams, ICellRendererComp } from 'ag-grid-community'
import type { ICellRendererParams, IHeaderComp, IHeaderParams } from 'ag-grid-community'
import { useSyncExternalStore } from 'react'
import type { ComponentType, ReactNode, ReactPortal } from 'react'
import { createPortal } from 'react-dom'
import type { GridColumn } from './grid-column.ts'

/**
 * What React draws inside of a table: the engine makes an element and says when it goes, React
 * fills it. One book per table.
 */
export class GridContents {
  readonly #portals = new Map<HTMLElement, ReactPortal>()
  readonly #listeners = new Set<() => void>()
  #snapshot: readonly ReactPortal[] = []
  #made = 0

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

  #tell(): void {
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

function contentsOf(params: { context: unknown }): GridContents {
  return (params.context as HasContents).contents
}

/** A cell's content by React, for the engine. */
export function cellRenderer<Params extends ICellRendererParams>(
  Content: ComponentType<Params>,
): new () => ICellRendererComp {
  return class implements ICellRendererComp {
    #contents: GridContents | null = null
    #element: HTMLElement | null = null

    init(params: Params): void {
      this.#contents = contentsOf(params)
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
export type CellEditorClass = new () => Pick<ICellEditorComp, 'getGui' | 'getValue' | 'destroy'>

/** A cell's editor by React; until it says a change, the value stays. */
export function cellEditor(Editor: ComponentType<EditorParams<never>>): CellEditorClass {
  return class {
    #contents: GridContents | null = null
    #element: HTMLElement | null = null
    #value: string | null | undefined = undefined

    /** The definitions of columns give `gridColumn`. */
    init(params: EditorParams<never>): void {
      this.#value = params.value
      this.#contents = contentsOf(params)
      this.#element = this.#contents.element()
      const onValueChange = (value: string | null | undefined): void => {
        this.#value = value
      }
      this.#contents.set(this.#element, <Editor {...params} onValueChange={onValueChange} />)
    }

    getGui(): HTMLElement {
      return this.#element ?? document.createElement('span')
    }

    getValue(): string | null | undefined {
      return this.#value
    }

    destroy(): void {
      if (this.#element !== null) this.#contents?.delete(this.#element)
    }
  }
}

/** A column's header by React. */
export function headerOf(Content: ComponentType<IHeaderParams>): new () => IHeaderComp {
  return class implements IHeaderComp {
    #contents: GridContents | null = null
    #element: HTMLElement | null = null

    init(params: IHeaderParams): void {
      this.#contents = contentsOf(params)
      this.#element = this.#contents.element()
      this.refresh(params)
    }

    getGui(): HTMLElement {
      return this.#element ?? document.createElement('span')
    }

    refresh(params: IHeaderParams): boolean {
      if (this.#element !== null) this.#contents?.set(this.#element, <Content {...params} />)
      return true
    }

    destroy(): void {
      if (this.#element !== null) this.#contents?.delete(this.#element)
    }
  }
}
