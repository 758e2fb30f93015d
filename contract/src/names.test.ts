import { expect, test } from 'vitest';
import { RegisterForm } from './auth.ts';
import { CardEditForm, CardForm } from './cards.ts';
import { ChainEditForm, ChainForm } from './chains.ts';
import { FeedbackForm } from './feedback.ts';
import { SubjectEditForm, SubjectForm } from './subjects.ts';
import { TopicEditForm, TopicForm } from './topics.ts';
import { NameForm, TagsForm } from './users.ts';

const typed = `\u2066Ada\u202e${'\u0336'.repeat(40)}\u2069`;
const kept = `Ada${'\u0336'.repeat(8)}`;

test.each([
  ['a registration', RegisterForm, ['firstName', 'lastName']],
  ['a person', NameForm, ['firstName', 'lastName']],
  ['feedback', FeedbackForm, ['name']],
  ['a card', CardForm, ['title', 'tagsText']],
  ['an edited card', CardEditForm, ['title', 'tagsText']],
  ['a chain', ChainForm, ['title']],
  ['an edited chain', ChainEditForm, ['title']],
  ['a subject', SubjectForm, ['title']],
  ['an edited subject', SubjectEditForm, ['title']],
  ['a topic', TopicForm, ['name']],
  ['an edited topic', TopicEditForm, ['name']],
] as const)('%s has names without bidi controls and with few marks', (_, form, fields) => {
  for (const field of fields) {
    const { data, error } = form.safeParse({ ...complete, [field]: typed });
    expect(error?.issues).toBeUndefined();
    expect((data as Record<string, unknown>)[field]).toBe(kept);
  }
});

test('the tags of a person have neither', () => {
  expect(TagsForm.parse({ tagVec: [`#${typed}`] }).tagVec).toEqual([`#${kept}`]);
});

const complete = {
  emailID: 'ada@example.org',
  emailId: 'ada@example.org',
  passwd: 'a long enough secret',
  password: 'a long enough secret',
  firstName: 'Ada',
  lastName: 'Lovelace',
  name: 'Ada',
  feedback: 'Good',
  title: 'Light',
  statusText: 'What light is',
  photoBase64: 'data:image/png;base64,iVBORw0KGgo=',
  postId: 1,
  chapterId: 1,
  subjectId: 1,
  topicId: 1,
};
