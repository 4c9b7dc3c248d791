/**
 * Conditions of our kinds as data: which types and reasons there are, when their times change, how long their messages may be, and what is
 * another than before. The sentences stand with each controller.
 */
export {
  conditionsOf, cutMessage, findCondition, isTrue, MAX_MESSAGE, transitionsOf, type ConditionFact, type ConditionTransition,
} from './conditions';
