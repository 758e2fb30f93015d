import './feedback.css';
import { FeedbackForm } from './FeedbackForm.tsx';

export function ContactForms() {
  return (
    <div className="contact-forms">
      <section aria-labelledby="contact">
        <h3 id="contact">Contact us</h3>
        <p>A question, an idea for your school, a problem: a person reads it and answers.</p>
        <FeedbackForm kind="contact" />
      </section>
      <section aria-labelledby="feedback">
        <h3 id="feedback">Give feedback</h3>
        <p>What do you like, what gets in your way? It shapes what we build next.</p>
        <FeedbackForm kind="feedback" />
      </section>
    </div>
  );
}
