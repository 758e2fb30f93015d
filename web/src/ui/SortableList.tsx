import {
  type Announcements,
  closestCenter,
  DndContext,
  type DragEndEvent,
  DragOverlay,
  KeyboardSensor,
  PointerSensor,
  type UniqueIdentifier,
  useDndContext,
  useSensor,
  useSensors,
} from '@dnd-kit/core';
import {
  SortableContext,
  sortableKeyboardCoordinates,
  useSortable,
  verticalListSortingStrategy,
} from '@dnd-kit/sortable';
import { CSS as transforms } from '@dnd-kit/utilities';
import { clsx } from 'clsx';
import { ArrowDown, ArrowUp, GripVertical } from 'lucide-react';
import { memo, type ReactNode, type RefObject, useCallback, useEffect, useLayoutEffect, useRef } from 'react';
import { announce } from './announcer.ts';
import { IconButton } from './IconButton.tsx';
import { prefersReducedMotion, settleMs } from './motion.ts';

export interface SortableItem {
  id: number | string;
}

export interface SortableListProps<Item extends SortableItem> {
  /** The name of the list for screen readers. */
  label: string;
  items: readonly Item[];
  /** The name of the row, for announcements and its buttons. */
  nameOf: (item: Item) => string;
  renderItem: (item: Item) => ReactNode;
  /** Further actions of the row; beside it, on phones below. */
  renderActions?: (item: Item) => ReactNode;
  /** Shown instead of an empty list. */
  empty?: ReactNode;
  /** The caller must move the item in `items` at once; the list is controlled. */
  onMove: (id: Item['id'], fromIndex: number, toIndex: number) => void;
  disabled?: boolean;
}

type Direction = 'up' | 'down';

const instructions =
  'Press space or enter to pick the row up, arrow keys to move it, space or enter to drop it, escape to leave it where it was.';

export function SortableList<Item extends SortableItem>({
  label,
  items,
  nameOf,
  renderItem,
  renderActions,
  empty,
  onMove,
  disabled = false,
}: SortableListProps<Item>) {
  const lastOver = useRef<UniqueIdentifier>(undefined);
  const list = useRef<HTMLUListElement>(null);
  const moved = useRef<{ id: Item['id']; to: number; direction: Direction }>(undefined);
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 4 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  );

  // A row that moves in the document loses the focus of its button.
  useLayoutEffect(() => {
    const last = moved.current;
    if (!last || items[last.to]?.id !== last.id) return;
    moved.current = undefined;
    const row = list.current?.querySelector(`[data-row="${CSS.escape(String(last.id))}"]`);
    const same = row?.querySelector<HTMLButtonElement>(`[data-move="${last.direction}"]:not(:disabled)`);
    const other = row?.querySelector<HTMLButtonElement>('[data-move]:not(:disabled)');
    (same ?? other)?.focus();
  }, [items]);
  useFocusAfterRemoval(items, list);

  const indexOf = (id: UniqueIdentifier) => items.findIndex((item) => item.id === id);
  const announcedName = (id: UniqueIdentifier) => {
    const item = items[indexOf(id)];
    return item ? nameOf(item) : '';
  };
  const place = (index: number) => `position ${index + 1} of ${items.length}`;

  const announcements: Announcements = {
    onDragStart: ({ active }) => {
      lastOver.current = active.id;
      return `Picked up ${announcedName(active.id)}, ${place(indexOf(active.id))}.`;
    },
    onDragOver: ({ active, over }) => {
      // The first is the row's own position, which was just announced.
      if (!over || over.id === lastOver.current) return undefined;
      lastOver.current = over.id;
      return `${announcedName(active.id)} is at ${place(indexOf(over.id))}.`;
    },
    onDragEnd: ({ active, over }) =>
      `${announcedName(active.id)} was dropped at ${place(indexOf((over ?? active).id))}.`,
    onDragCancel: ({ active }) =>
      `${announcedName(active.id)} is back where it was, ${place(indexOf(active.id))}.`,
  };

  const drop = ({ active, over }: DragEndEvent) => {
    const from = indexOf(active.id);
    const to = over ? indexOf(over.id) : -1;
    const item = items[from];
    if (item && to >= 0 && to !== from) onMove(item.id, from, to);
  };

  const step = (id: UniqueIdentifier, direction: Direction) => {
    const from = indexOf(id);
    const to = direction === 'up' ? from - 1 : from + 1;
    const item = items[from];
    if (!item || to < 0 || to >= items.length) return;
    moved.current = { id: item.id, to, direction };
    announce(`${nameOf(item)} moved to ${place(to)}.`);
    onMove(item.id, from, to);
  };

  // A stable function, so that rows render again only when they change.
  const latestStep = useRef(step);
  useEffect(() => {
    latestStep.current = step;
  });
  const onStep = useCallback(
    (id: UniqueIdentifier, direction: Direction) => latestStep.current(id, direction),
    [],
  );

  const still = prefersReducedMotion();
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      accessibility={{ announcements, screenReaderInstructions: { draggable: instructions } }}
      onDragEnd={drop}
    >
      <SortableContext items={items.map(({ id }) => id)} strategy={verticalListSortingStrategy}>
        <ul ref={list} className="sortable" aria-label={label} tabIndex={-1}>
          {items.map((item, index) => (
            <SortableRow
              key={item.id}
              id={item.id}
              name={nameOf(item)}
              isFirst={index === 0}
              isLast={index === items.length - 1}
              disabled={disabled}
              still={still}
              actions={renderActions?.(item)}
              onStep={onStep}
            >
              {renderItem(item)}
            </SortableRow>
          ))}
        </ul>
        {items.length === 0 && empty}
      </SortableContext>
      <DraggedRow items={items} renderItem={renderItem} still={still} />
    </DndContext>
  );
}

/** The row under the pointer. Only it renders when a row is picked up: lists can be long. */
function DraggedRow<Item extends SortableItem>({
  items,
  renderItem,
  still,
}: Pick<SortableListProps<Item>, 'items' | 'renderItem'> & Pick<SortableRowProps, 'still'>) {
  const draggedId = useDndContext().active?.id;
  const dragged = items.find(({ id }) => id === draggedId);
  return (
    <DragOverlay
      dropAnimation={still ? null : { duration: settleMs, easing: 'cubic-bezier(0.2, 0.7, 0.3, 1)' }}
    >
      {dragged && (
        <div className="sortable-row sortable-dragged">
          <span className="btn btn-quiet btn-icon sortable-handle">
            <GripVertical size={20} aria-hidden="true" />
          </span>
          <div className="sortable-content">{renderItem(dragged)}</div>
        </div>
      )}
    </DragOverlay>
  );
}

interface SortableRowProps extends SortableItem {
  name: string;
  isFirst: boolean;
  isLast: boolean;
  disabled: boolean;
  /** No animation for users who prefer reduced motion. */
  still: boolean;
  actions: ReactNode;
  onStep: (id: UniqueIdentifier, direction: Direction) => void;
  children: ReactNode;
}

function SortableRow({
  id,
  name,
  isFirst,
  isLast,
  disabled,
  still,
  actions,
  onStep,
  children,
}: SortableRowProps) {
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, transform, transition, isDragging } =
    useSortable({
      id,
      disabled,
      transition: still ? null : { duration: settleMs, easing: 'ease-out' },
    });
  // Only while dragging, so that the server's markup has no style attribute.
  const style = transform ? { transform: transforms.Translate.toString(transform), transition } : undefined;
  return (
    <li
      ref={setNodeRef}
      data-row={id}
      className={clsx('sortable-row', isDragging && 'sortable-place')}
      style={style}
    >
      <IconButton
        ref={setActivatorNodeRef}
        {...attributes}
        {...listeners}
        aria-roledescription="sortable row"
        className="sortable-handle"
        label={`Move ${name}`}
        disabled={disabled}
        icon={<GripVertical size={20} aria-hidden="true" />}
      />
      <div className="sortable-content">{children}</div>
      {actions && <div className="sortable-actions">{actions}</div>}
      <Arrows id={id} name={name} upOff={disabled || isFirst} downOff={disabled || isLast} onStep={onStep} />
    </li>
  );
}

interface ArrowsProps extends SortableItem, Pick<SortableRowProps, 'name' | 'onStep'> {
  upOff: boolean;
  downOff: boolean;
}

/** Memoised: does not render again while rows are dragged. */
const Arrows = memo(function Arrows({ id, name, upOff, downOff, onStep }: ArrowsProps) {
  return (
    <>
      <IconButton
        size="sm"
        data-move="up"
        label={`Move ${name} up`}
        disabled={upOff}
        icon={<ArrowUp size={18} aria-hidden="true" />}
        onClick={() => onStep(id, 'up')}
      />
      <IconButton
        size="sm"
        data-move="down"
        label={`Move ${name} down`}
        disabled={downOff}
        icon={<ArrowDown size={18} aria-hidden="true" />}
        onClick={() => onStep(id, 'down')}
      />
    </>
  );
});

const controlsIn = (row: Element) => [...row.querySelectorAll<HTMLElement>('a[href], button, input')];

const isOff = (control: HTMLElement) => control.matches(':disabled');

/** When the focused row is removed, the same control of the next row takes focus. */
function useFocusAfterRemoval(items: readonly SortableItem[], list: RefObject<HTMLUListElement | null>) {
  const last = useRef<{ row: string; index: number; control: number }>(undefined);

  useLayoutEffect(() => {
    const at = last.current;
    if (!at) return;
    const index = items.findIndex(({ id }) => String(id) === at.row);
    if (index >= 0) {
      at.index = index;
      return;
    }
    last.current = undefined;
    if (document.activeElement && document.activeElement !== document.body) return;
    const row = list.current?.children[Math.min(at.index, items.length - 1)];
    const controls = row ? controlsIn(row) : [];
    const same = controls[at.control];
    const next = same && !isOff(same) ? same : controls.find((control) => !isOff(control));
    (next ?? list.current)?.focus();
  }, [items, list]);

  useEffect(() => {
    const element = list.current;
    const remember = ({ target }: FocusEvent) => {
      const row = target instanceof HTMLElement ? target.closest<HTMLElement>('[data-row]') : null;
      if (!row) return;
      last.current = {
        row: row.dataset.row ?? '',
        index: [...(element?.children ?? [])].indexOf(row),
        control: controlsIn(row).indexOf(target as HTMLElement),
      };
    };
    element?.addEventListener('focusin', remember);
    return () => element?.removeEventListener('focusin', remember);
  }, [list]);
}
