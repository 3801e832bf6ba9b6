package sim

// slab holds values by number without an allocation for each: numbers of values
// that are gone are used again. A pointer from at stays good until its value is put
// back.
type slab[T any] struct {
	pages []*[slabPage]T
	free  []int32
	n     int            // values in use
	spare []*[slabPage]T // pages of another slab, with what is left over in them
}

const slabPage = 128

// take is a zero value to use, and its number. It is to be filled in where it is: a
// value that is built elsewhere and copied costs more than all else about it.
func (s *slab[T]) take() (int32, *T) {
	if len(s.free) == 0 {
		first := int32(len(s.pages) * slabPage)
		s.pages = append(s.pages, s.page())
		for i := int32(slabPage - 1); i >= 0; i-- {
			s.free = append(s.free, first+i)
		}
	}
	i := s.free[len(s.free)-1]
	s.free = s.free[:len(s.free)-1]
	s.n++
	v := s.at(i)
	*v = *new(T)
	return i, v
}

func (s *slab[T]) page() *[slabPage]T {
	last := len(s.spare) - 1
	if last < 0 {
		return new([slabPage]T)
	}
	p := s.spare[last]
	s.spare = s.spare[:last]
	*p = [slabPage]T{}
	return p
}

// inherit takes over the pages of a slab that is not used any more.
func (s *slab[T]) inherit(old *slab[T]) {
	s.spare, s.free = append(old.pages, old.spare...), old.free[:0]
	*old = slab[T]{}
}

// len is a number above all that have been given out.
func (s *slab[T]) len() int32 { return int32(len(s.pages) * slabPage) }

func (s *slab[T]) at(i int32) *T { return &s.pages[uint32(i)/slabPage][uint32(i)%slabPage] }

// put gives the number back.
func (s *slab[T]) put(i int32) {
	s.free = append(s.free, i)
	s.n--
}
