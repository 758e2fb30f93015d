import './feedback.css';
import { useState } from 'react';
import { Tabs } from '#ui/Tabs.tsx';
import { FeedbackForm } from './FeedbackForm.tsx';

const forms = [
  {
    value: 'contact',
    label: 'Contact us',
    text: 'A question, an idea for your school, a problem: a person reads it and answers.',
  },
  {
    value: 'feedback',
    label: 'Give feedback',
    text: 'What do you like, what gets in your way? It shapes what we build next.',
  },
] as const;

/** One form at a time; the other one stays mounted and keeps what was typed. */
export function ContactForms() {
  const [chosen, setChosen] = useState<string>('contact');
  return (
    <Tabs label="Talk to us" items={forms} value={chosen} onChange={setChosen}>
      {forms.map(({ value, text }) => (
        <div key={value} className="contact-form" hidden={value !== chosen}>
          <p>{text}</p>
          <FeedbackForm kind={value} />
        </div>
      ))}
    </Tabs>
  );
}
