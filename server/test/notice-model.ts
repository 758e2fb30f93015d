/**
 * Reference implementation of notices: likes, comments, answers and mentions of people who block and mute each other.
 */
export interface ModelNotice {
  recipient: number;
  key: string;
  /** The owner of the card that it is about. */
  owner: number;
  /** In the order they happened. */
  events: { actor: number; madeId: number }[];
  seen: boolean;
  movedAt: number;
}

export interface ShownNotice {
  key: string;
  actorCount: number;
  named: number[];
  unread: boolean;
}

interface ModelComment {
  id: number;
  card: number;
  by: number;
  answerTo: number | null;
  mentioned: number[];
}

interface NewEvent {
  key: string;
  owner: number;
  actor: number;
  madeId: number;
}

export class NoticeModel {
  #notices: ModelNotice[] = [];
  #clock = 0;
  #blocks = new Set<string>();
  #mutes = new Set<string>();
  #likes = new Set<string>();
  readonly #owners: Map<number, number>;
  comments: ModelComment[] = [];

  constructor(owners: Map<number, number>) {
    this.#owners = owners;
  }

  isBlocked(one: number, other: number): boolean {
    return this.#blocks.has(`${one} ${other}`) || this.#blocks.has(`${other} ${one}`);
  }

  canReach(person: number, card: number): boolean {
    return !this.isBlocked(person, this.#ownerOf(card));
  }

  setBlock(by: number, other: number, blocked: boolean): void {
    if (blocked) this.#blocks.add(`${by} ${other}`);
    else this.#blocks.delete(`${by} ${other}`);
  }

  setMute(by: number, other: number, muted: boolean): void {
    if (muted) this.#mutes.add(`${by} ${other}`);
    else this.#mutes.delete(`${by} ${other}`);
  }

  setLike(by: number, card: number, liked: boolean): void {
    if (this.#likes.has(`${by} ${card}`) === liked) return;
    const key = `like card ${card}`;
    if (liked) {
      this.#likes.add(`${by} ${card}`);
      this.#tell(this.#ownerOf(card), { key, owner: this.#ownerOf(card), actor: by, madeId: 0 });
    } else {
      this.#likes.delete(`${by} ${card}`);
      this.#takeBack(key, by, 0);
    }
  }

  addComment(comment: ModelComment): void {
    const { id: madeId, card, by: actor } = comment;
    const owner = this.#ownerOf(card);
    const canRead = (person: number) => !this.isBlocked(person, owner) && !this.isBlocked(person, actor);
    this.comments.push(comment);
    this.#clock += 1;
    const told = comment.mentioned.filter(
      (person) =>
        canRead(person) && this.#tell(person, { key: `mention comment ${madeId}`, owner, actor, madeId }),
    );
    const answered = this.comments.find(({ id }) => id === comment.answerTo);
    if (answered && !told.includes(answered.by) && canRead(answered.by)) {
      const key = `comment comment ${answered.id}`;
      if (this.#tell(answered.by, { key, owner, actor, madeId })) told.push(answered.by);
    }
    if (!told.includes(owner)) this.#tell(owner, { key: `comment card ${card}`, owner, actor, madeId });
  }

  deleteComment({ id, card, by, answerTo }: ModelComment): void {
    this.comments = this.comments.filter((comment) => comment.id !== id);
    for (const comment of this.comments) if (comment.answerTo === id) comment.answerTo = null;
    this.#takeBack(`comment card ${card}`, by, id);
    this.#takeBack(`comment comment ${answerTo}`, by, id);
    this.#notices = this.#notices.filter(
      ({ key }) => key !== `mention comment ${id}` && key !== `comment comment ${id}`,
    );
  }

  deleteCard(card: number): void {
    for (const comment of this.comments.filter((each) => each.card === card)) this.deleteComment(comment);
    this.#notices = this.#notices.filter(({ key }) => !key.endsWith(` card ${card}`));
    this.#owners.delete(card);
  }

  seeAll(person: number): void {
    for (const notice of this.#notices) if (notice.recipient === person) notice.seen = true;
  }

  /** The notice at this place of the list. */
  see(person: number, place: number): void {
    const notice = this.#visible(person)[place];
    if (notice) notice.seen = true;
  }

  list(person: number): ShownNotice[] {
    return this.#visible(person).map((notice) => {
      const actors = this.#shownActors(notice);
      const { key, seen } = notice;
      return { key, actorCount: actors.length, named: actors.slice(0, 3), unread: !seen };
    });
  }

  #visible(person: number): ModelNotice[] {
    return this.#notices
      .filter((notice) => notice.recipient === person && !this.isBlocked(person, notice.owner))
      .filter((notice) => this.#shownActors(notice).length > 0)
      .toSorted((a, b) => b.movedAt - a.movedAt);
  }

  /** The latest first. */
  #shownActors({ recipient, events }: ModelNotice): number[] {
    const actors = new Set(events.toReversed().map(({ actor }) => actor));
    return [...actors].filter(
      (actor) => !this.isBlocked(recipient, actor) && !this.#mutes.has(`${recipient} ${actor}`),
    );
  }

  #tell(recipient: number, { key, owner, actor, madeId }: NewEvent): boolean {
    if (recipient === actor || this.#mutes.has(`${recipient} ${actor}`)) return false;
    this.#clock += 1;
    let open = this.#notices.find(
      (notice) => notice.recipient === recipient && notice.key === key && !notice.seen,
    );
    if (!open) {
      open = { recipient, key, owner, events: [], seen: false, movedAt: 0 };
      this.#notices.push(open);
    }
    open.events.push({ actor, madeId });
    open.movedAt = this.#clock;
    return true;
  }

  #takeBack(key: string, actor: number, madeId: number): void {
    for (const notice of this.#notices) {
      if (notice.key === key) {
        notice.events = notice.events.filter((each) => each.actor !== actor || each.madeId !== madeId);
      }
    }
    this.#notices = this.#notices.filter(({ events }) => events.length > 0);
  }

  #ownerOf(card: number): number {
    const owner = this.#owners.get(card);
    if (owner === undefined) throw new Error(`There is no card ${card}.`);
    return owner;
  }
}
