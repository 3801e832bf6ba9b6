// Package policy holds the decisions that a scenario can choose from, one file for
// each and one line in the registry.
//
// A policy is given the time and a copied view, and returns a decision. It holds no
// clock, writes nothing, and draws only from its own random stream. Its settings
// are shared with the scenario's knobs, so a changed knob is the next decision's
// setting.
package policy

import (
	"overloadtui/model"
	"overloadtui/sim/random"
)

// Config is what a policy is made of: its settings in the order of its declared
// parameters (live: they change when a knob does), its table, and its own stream.
type Config struct {
	V      []float64
	Rows   [][]float64
	Stream random.Stream
	// Priority is the priority of each class, by its index; higher goes first.
	Priority []float64
	// Value is the worth of one good operation of each class, by its index.
	Value []float64
	// Workers is how many workers the service of a queue has; it changes when the knob
	// does.
	Workers *float64
}

// Demand says when operations arrive.
type Demand interface {
	// Next is the instant of the next arrival after the one at last; the first call
	// has last < 0. model.Forever means none.
	Next(last model.Millis) model.Millis
	// Retime is asked when a setting has changed at now while the next arrival was
	// due at next; it returns when that arrival is due instead.
	Retime(now, next model.Millis) model.Millis
	// Rate is the mean rate at now, operations per second.
	Rate(now model.Millis) float64
}

// Work says how long a worker is busy with an attempt.
type Work interface {
	// Time is the service time of one attempt that starts at now; draw is the
	// attempt's own stream.
	Time(now model.Millis, load Load, draw random.Stream) model.Millis
	// Mean is the expected service time of an attempt that would start at now.
	Mean(now model.Millis, load Load) model.Millis
}

// Load is what work sees of its service.
type Load struct {
	Others  int     // workers that are busy with other attempts
	Workers float64 // of the service
}

// Ticket stands for an attempt that waits. It has no more than four fields, because the
// compiler keeps such a struct in registers, and each goes into a queue and out of it.
type Ticket struct {
	At       model.Millis // when it entered the queue
	Deadline model.Millis // when it is too late, as an instant
	Span     int32        // the engine's own number of the attempt
	Origin
}

// Origin is whose attempt a ticket stands for.
type Origin struct{ Class, Tenant, Route uint8 }

// Queue holds who waits and decides who is next.
type Queue interface {
	// Push takes the ticket, or refuses it because the queue is full.
	Push(now model.Millis, t Ticket) bool
	// Pop takes the next ticket out. A reason says that it is to be dropped instead
	// of served; ok is false when nobody waits.
	Pop(now model.Millis) (t Ticket, drop model.Reason, ok bool)
	// Evict takes out the newest ticket of a class with a lower priority, if there is one.
	Evict(class uint8) (t Ticket, ok bool)
	// Withdraw takes out the ticket of that span, if it waits here;
	// false says that it does not.
	Withdraw(span int32) bool
	// Oldest is when the longest waiting ticket entered; ok is false when none waits.
	Oldest() (at model.Millis, ok bool)
	Len() int
}

// View is what a gate sees of the service at its door.
type View struct {
	InSystem   int // waiting and in service
	Everywhere int // the same, at all services together
	Queued     int
	InService  int
	Class      uint8
	Tenant     uint8
	Attempt    uint16
	Remaining  model.Millis // until the attempt's deadline
	Age        model.Millis // how long the oldest has waited; 0 unless an AgeGate is at the door
	Mean       model.Millis // mean service time
	Workers    float64
}

// Verdict is a gate's answer. The zero value admits at once.
type Verdict struct {
	Reason  model.Reason // why it is refused; NoReason admits
	Release model.Millis // a later instant at which it may go on; 0 is at once
	Evict   bool         // refused, unless a ticket of lower priority can be evicted for it
}

// Gate decides who may enter a service.
type Gate interface {
	Admit(now model.Millis, v View) Verdict
	// Done reports an admitted attempt that has left the service.
	Done(now model.Millis, d Departure)
}

// AgeGate is a gate that looks at View.Age.
type AgeGate interface {
	Gate
	looksAtAge()
}

// Departure is how an attempt left a service.
type Departure struct {
	Took     model.Millis // since it was sent
	InSystem int          // how many are left in the system
	// How is Good for work done within its deadline, Late for work done after it (its
	// caller counts a timeout then), Broken when what it called failed, ExpiredOut or
	// EvictedOut when it was never served, Abandoned when its caller took it back.
	How model.Outcome
}

// Limiter is a gate that bounds the number in the system.
type Limiter interface {
	Gate
	// Limit is the bound in force, 0 when it is off.
	Limit() float64
}

// Retry decides whether a caller tries again.
type Retry interface {
	// Next is asked after the attempt of that number (from 1) failed; wait is the
	// pause before the next one. last is the pause before this one, 0 for the first;
	// draw is the attempt's own stream.
	Next(attempt uint16, last model.Millis, draw random.Stream) (wait model.Millis, again bool)
}

// Guard is asked by a caller before it tries again and before it sends an attempt.
//
//	attempt fails --Retry--> pause --Allow--> attempt under way --Result-->
//
// A permit that Retry gave is handed to Allow, and the one that Allow gave to Result.
// Every permit comes back: in Allow, which takes it back itself when it refuses, in
// Result, or in Cancel.
type Guard interface {
	// Retry gives leave for the pause that leads to the attempt of that number (from
	// 2), or the reason why the caller is to give up. how is how the last one failed.
	Retry(now model.Millis, attempt uint16, how model.Outcome) (Permit, model.Reason)
	// Allow gives leave for the attempt of that number (from 1), or the reason why it
	// is not to be sent.
	Allow(now model.Millis, attempt uint16, p Permit) (Permit, model.Reason)
	// Result reports how an attempt that was sent ended for the caller: Good when it
	// was answered, Abandoned when the caller's timer ran out, otherwise by what it was
	// refused or lost.
	Result(now model.Millis, p Permit, how model.Outcome)
	// Cancel gives back the permit of an attempt that another guard withheld.
	Cancel(now model.Millis, p Permit)
}

// Permit is leave to try again or to send one attempt. A guard recognizes by it what a
// result is of. The zero value is the permit of a guard that keeps no books.
type Permit struct {
	paid  float64 // tokens that it cost
	epoch uint32  // state of the guard in which it was given
	probe uint32  // number of the probe in its epoch, from 1; 0 is not a probe
	retry bool    // counted as a retry under way
	sent  bool    // given by Allow
}

// freeRetries is for guards that are asked only when an attempt is to be sent.
type freeRetries struct{}

func (freeRetries) Retry(model.Millis, uint16, model.Outcome) (Permit, model.Reason) {
	return Permit{}, model.NoReason
}

// freeAttempts is for guards that are asked only when a caller wants to try again.
type freeAttempts struct{}

func (freeAttempts) Allow(_ model.Millis, _ uint16, p Permit) (Permit, model.Reason) {
	return p, model.NoReason
}
